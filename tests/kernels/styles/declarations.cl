// Declarations in the styles of libraries.

typedef float real;
typedef real real2 __attribute__((ext_vector_type(2)));
typedef struct _Params { uint n; real alpha; } Params;
typedef __global float* buffer_t;
enum { WIDTH = 16, HEIGHT = WIDTH / 2 };
__constant const real kernel_weights[WIDTH] = {0.5f, 0.25f};
__constant struct { int a; float b[3]; } setup = {3, {1.0f, 2.0f, 4.0f}};

//@ kernel: by_typedefs --global 256
//@ holds: reads 8; writes 8
__kernel void by_typedefs(__global real2* restrict const v, const real s) { v[get_global_id(0)] *= s; }

//@ kernel: struct_pointer_argument --global 256
//@ holds: writes 4
__kernel void struct_pointer_argument(__global const Params* p, __global real* out)
{
    uint i = get_global_id(0);
    out[i] = i < 300u ? p->alpha : 0;
}

//@ kernel: enum_sizes --global 256 --local 16
//@ holds: local bytes 512; barriers 1
__kernel void enum_sizes(__global real* a)
{
    __local real t[HEIGHT][WIDTH];
    for (int y = 0; y < HEIGHT; ++y) t[y][get_local_id(0)] = a[y * 256 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    real s = 0;
    for (int y = 0; y < HEIGHT; ++y) s += t[y][WIDTH - 1 - get_local_id(0)];
    a[get_global_id(0)] = s;
}

//@ kernel: constant_struct --global 256
//@ holds: writes 4; constants 4
__kernel void constant_struct(__global real* out)
{
    out[get_global_id(0)] = setup.b[get_global_id(0) % 3] * setup.a + kernel_weights[1];
}

//@ kernel: unqualified_image --global 64x64 --local 16x16
//@ holds: texture reads 1; writes 16
__constant sampler_t near_ = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
__kernel void unqualified_image(image2d_t in, __global float4* out)
{
    int2 at = {get_global_id(0), get_global_id(1)};
    out[at.y * 64 + at.x] = read_imagef(in, near_, at);
}

//@ kernel: vectors_by_value --global 256
//@ holds: writes 64
__kernel void vectors_by_value(float16 v, char3 c, double2 d, __global float16* out)
{
    out[get_global_id(0)] = v * (float)(c.x + c.z) + (float)d.y;
}

//@ kernel: old_style --global 256
//@ holds: reads 4; writes 4
kernel void old_style(global float *a /* in */, global float *b /* out */) {
  const size_t gid = get_global_id(0); // the element
  float temp, *p = &temp;
  *p = a[gid];
  b[gid] = (*p > 0.5) ? *p : ((temp < 0.25) ? 0.f : temp);
}

//@ kernel: hinted --global 256 --local 32
//@ holds: group 32; writes 4
__kernel __attribute__((vec_type_hint(float4), work_group_size_hint(32, 1, 1)))
void hinted(__global float* a) { a[get_global_id(0)] = 1; }

//@ kernel: unaligned_members --global 256
//@ holds: writes 4
typedef struct { uchar tag[3]; short v __attribute__((packed)); } __attribute__((packed)) odd;
__kernel void unaligned_members(__global const odd* o, __global int* out)
{
    out[get_global_id(0)] = o[get_global_id(0)].v + o[get_global_id(0)].tag[1];
}

//@ kernel: init_by_index --global 256
//@ holds: writes 4; private bytes 0
__kernel void init_by_index(__global int* out)
{
    const int t[6] = {[1] = 5, [4] = 7};
    Params p = {.alpha = 2.0f, .n = 9};
    out[get_global_id(0)] = t[4] + t[1] + p.n;
}

//@ kernel: large_private --global 64
//@ holds: writes 4; private bytes 4096
__kernel void large_private(__global const int* in, __global int* out)
{
    int t[1024];
    for (int k = 0; k < 1024; ++k) t[k] = in[k] ^ (int)get_global_id(0);
    int at = 0;
    for (int k = 0; k < 8; ++k) at = t[at & 1023];
    out[get_global_id(0)] = at;
}

//@ kernel: sized_by_expression --global 128 --local 64
//@ holds: local bytes 4
__kernel void sized_by_expression(__global ulong* out)
{
    __local union { float f; uchar b[sizeof(float)]; } u;
    u.f = 1.0f;
    out[get_global_id(0)] = sizeof(u) + sizeof(Params) + __alignof__(double4) + vec_step(real2);
}
