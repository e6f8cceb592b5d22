// Pointers and memory in the ways that programs write them.

//@ kernel: compared_pointers --global 256
//@ holds: reads 16; writes 4
__kernel void compared_pointers(__global const float* a, __global float* out)
{
    __global const float* p = a + 4 * get_global_id(0);
    __global const float* end = p + 4;
    float s = 0;
    for (; p < end; ++p) s += *p;
    out[get_global_id(0)] = s;
}

//@ kernel: chosen_local --global 256 --local 64
//@ holds: local writes 8; local reads 4; writes 4
// Two arrays, one of which is read.
__kernel void chosen_local(__global const int* a, __global int* out)
{
    __local int even[64], odd[64];
    int l = get_local_id(0);
    even[l] = a[get_global_id(0)];
    odd[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int* from = (l & 1) ? odd : even;
    out[get_global_id(0)] = from[63 - l];
}

//@ kernel: swapped_pointers --global 256 --arg steps=3
//@ holds: reads 12; writes 12
// Debian's PoCL crashes over it.
//@ oracle: host
__kernel void swapped_pointers(__global float* a, __global float* b, int steps)
{
    int i = get_global_id(0);
    for (int s = 0; s < steps; ++s) {
        b[i] = a[i] * 0.5f;
        __global float* t = a;
        a = b;
        b = t;
    }
}

//@ kernel: address_bits --global 256
//@ holds: reads 4; writes 4
__kernel void address_bits(__global const float* a, __global float* out)
{
    __global const float* p = a + get_global_id(0);
    out[get_global_id(0)] = ((uintptr_t)p & 15) == 0 ? *p : -*p;
}

//@ kernel: optional_buffer --global 256
//@ holds: reads 8; writes 4
// A launch hands over both.
__kernel void optional_buffer(__global const float* a, __global const float* bias, __global float* out)
{
    int i = get_global_id(0);
    float v = a[i];
    if (bias) v += bias[i];
    if (out != 0) out[i] = v;
}

//@ kernel: untyped --global 256
//@ holds: reads 4; writes 4
__kernel void untyped(__global const void* in, __global void* out)
{
    int i = get_global_id(0);
    ((__global int*)out)[i] = ((__global const int*)in)[i] + 1;
}

//@ kernel: sub_buffers --global 256 --arg rows=4 --arg gap=16
//@ holds: reads 16; writes 16
__kernel void sub_buffers(__global uchar* pool, uint rows, uint gap)
{
    __global float* v = (__global float*)(pool + gap * 64);
    for (uint r = 0; r < rows; ++r) v[r * 256 + get_global_id(0)] += 1.0f;
}

//@ kernel: reinterpreted_buffer --global 256
//@ holds: reads 16; writes 16
__kernel void reinterpreted_buffer(__global float4* a)
{
    __global uint* u = (__global uint*)(a + get_global_id(0));
    u[0] ^= 1; u[1] ^= 2; u[2] ^= 4; u[3] ^= 8;
}

//@ kernel: array_of_pointers --global 256
//@ holds: reads 8; writes 4
__kernel void array_of_pointers(__global const float* a, __global const float* b, __global float* out)
{
    __global const float* from[2] = {a, b};
    float s = 0;
    for (int k = 0; k < 2; ++k) s += from[k][get_global_id(0)];
    out[get_global_id(0)] = s;
}

//@ kernel: rows_by_pointer --global 32x32 --local 8x8
//@ holds: reads 4; writes 4
__kernel void rows_by_pointer(__global float (*in)[32], __global float (*out)[32])
{
    out[get_global_id(0)][get_global_id(1)] = in[get_global_id(1)][get_global_id(0)];
}

//@ kernel: local_struct_pointer --global 256 --local 64
//@ holds: writes 4; barriers 1
typedef struct { float sum; int count; } running;
static void add_to(__local running* r, float v) { r->sum += v; r->count++; }
__kernel void local_struct_pointer(__global const float* a, __global float* out)
{
    __local running r[64];
    __local running* own = &r[get_local_id(0)];
    own->sum = 0;
    own->count = 0;
    for (int k = 0; k < 4; ++k) add_to(own, a[k * 256 + get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = r[0].sum / own->count;
}

//@ kernel: wide_loads_of_bytes --global 256
//@ holds: reads 16; writes 4
__kernel void wide_loads_of_bytes(__global const uchar* a, __global uint* out)
{
    uchar16 v = vload16(0, a + 16 * get_global_id(0));
    ushort8 s = convert_ushort8(v.lo) + convert_ushort8(v.hi);
    ushort4 t = s.lo + s.hi;
    out[get_global_id(0)] = t.x + t.y + t.z + t.w;
}
