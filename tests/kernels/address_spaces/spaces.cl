// Constants of the program and as arguments, pointers to each space, aliases, qualifiers.

__constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__constant int primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
constant uint table2[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__constant char text[] = "warp";
__constant float2 corners[4] = {(float2)(0, 0), (float2)(1, 0), (float2)(1, 1), (float2)(0, 1)};

//@ kernel: folded_constants --global 1024
//@ holds: reads 20; writes 4; constants 0
// Constant indices are folded.
__kernel void folded_constants(__global const float* in, __global float* out)
{
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < 5; ++k) s += weights[k] * in[i + k];
    out[i] = s;
}

//@ kernel: constant_by_data --global 1024 --buffer in=int:1024:random(0,15)
//@ holds: reads 4; constants 4; writes 4
__kernel void constant_by_data(__global const int* in, __global int* out)
{
    int i = get_global_id(0);
    out[i] = primes[in[i] & 15];
}

//@ kernel: constant_by_id --global 1024
//@ holds: constants 4; writes 4
__kernel void constant_by_id(__global uint* out)
{
    int i = get_global_id(0);
    out[i] = table2[i & 1][i >> 1 & 3];
}

//@ kernel: string_constant --global 1024
//@ holds: constants 1; writes 1
__kernel void string_constant(__global char* out)
{
    out[get_global_id(0)] = text[get_global_id(0) % 4];
}

//@ kernel: vector_constants --global 1024
//@ holds: constants 8; writes 8
__kernel void vector_constants(__global float2* out)
{
    out[get_global_id(0)] = corners[get_global_id(0) & 3];
}

//@ kernel: constant_argument --global 1024 --arg n=8
//@ holds: constants 32; reads 32; writes 4
__kernel void constant_argument(__constant float* filter, __global const float* in, __global float* out, int n)
{
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < n; ++k) s = fma(filter[k], in[i + k], s);
    out[i] = s;
}

//@ kernel: aliased --global 1024
//@ holds: reads 8; writes 8
// b may be a: the second load must be made again.
__kernel void aliased(__global float* a, __global float* b)
{
    int i = get_global_id(0);
    float v = a[i];
    b[i] = v + 1;
    a[i + 1024] = a[i] * 2;
}

//@ kernel: not_aliased --global 1024
//@ holds: reads 4; writes 8
__kernel void not_aliased(__global float* restrict a, __global float* restrict b)
{
    int i = get_global_id(0);
    float v = a[i];
    b[i] = v + 1;
    a[i + 1024] = a[i] * 2;
}

//@ kernel: volatile_reads --global 1024
//@ holds: reads 12; writes 4
__kernel void volatile_reads(volatile __global const int* a, __global int* out)
{
    int i = get_global_id(0);
    out[i] = a[i] + a[i] + a[i];
}

//@ kernel: many_pointers --global 1024
//@ holds: reads 12; writes 12
__kernel void many_pointers(__global float* p, int n)
{
    __global float* x = p;
    __global float* y = x + 1024;
    __global float* z = y + 1024;
    int i = get_global_id(0);
    x[i] += 1; y[i] += 2; z[i] += 3;
}

static float sum3(__local const float* t, int at) { return t[at] + t[at + 1] + t[at + 2]; }
static void put(__global float* to, size_t at, float v) { to[at] = v; }

//@ kernel: spaces_of_functions --global 256 --local 64
//@ holds: local reads 12; writes 4; barriers 1
__kernel void spaces_of_functions(__global const float* in, __global float* out)
{
    __local float t[66];
    t[get_local_id(0)] = in[get_global_id(0)];
    if (get_local_id(0) < 2) t[64 + get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    put(out, get_global_id(0), sum3(t, get_local_id(0)));
}

//@ kernel: uniform_load --global 1024
//@ holds: reads 8; writes 4; transactions 9
// All of a warp read one number: one sector. 4 for the others each way.
__kernel void uniform_load(__global const float* scale, __global const float* in, __global float* out)
{
    out[get_global_id(0)] = in[get_global_id(0)] * scale[0];
}

//@ kernel: strided_load --global 1024 --arg stride=8
//@ holds: reads 4; transactions 36
// 32 bytes apart: a sector for each of the warp.
__kernel void strided_load(__global const float* in, __global float* out, int stride)
{
    int i = get_global_id(0);
    out[i] = in[i * stride];
}

//@ kernel: column_major --global 32x32 --local 32x4 --arg ld=32
//@ holds: reads 4; writes 4; transactions 36
__kernel void column_major(__global const float* in, __global float* out, int ld)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * ld + x] = in[x * ld + y];
}

//@ kernel: misaligned --global 1024
//@ holds: transactions 9
// Four bytes off: one sector more.
__kernel void misaligned(__global const int* in, __global int* out)
{
    out[get_global_id(0)] = in[get_global_id(0) + 1];
}

//@ kernel: gathered --global 1024 --buffer index=int:1024:permutation
//@ holds: reads 8; writes 4
__kernel void gathered(__global const float* data, __global const int* index, __global float* out)
{
    int i = get_global_id(0);
    out[i] = data[index[i]];
}

//@ kernel: offset_ids --global 1024
//@ holds: writes 4
__kernel void offset_ids(__global int* out)
{
    out[get_global_id(0) - get_global_offset(0)] = get_work_dim() * get_num_groups(0);
}
