// Local memory: tiles, bank conflicts, arguments, arrays of arrays and structs.

//@ kernel: reverse --global 256 --local 64
//@ holds: reads 4; writes 4; local reads 4; local writes 4; barriers 1; ways 1; local bytes 256
__kernel void reverse(__global float* a)
{
    __local float t[64];
    int l = get_local_id(0), g = get_global_id(0);
    t[l] = a[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[g] = t[63 - l];
}

//@ kernel: stride_two --global 256 --local 64
//@ holds: ways 2; local reads 4; barriers 1
__kernel void stride_two(__global float* a)
{
    __local float t[128];
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    t[l + 64] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[2 * l];
}

//@ kernel: stride_32 --global 128 --local 32
//@ holds: ways 32
__kernel void stride_32(__global int* a)
{
    __local int t[1024];
    int l = get_local_id(0);
    for (int k = 0; k < 32; ++k)
        t[k * 32 + l] = a[get_global_id(0) + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    int s = 0;
    for (int k = 0; k < 32; ++k)
        s += t[l * 32 + k];
    a[get_global_id(0)] = s;
}

//@ kernel: padded --global 128 --local 32
//@ holds: ways 1; local bytes 4224
__kernel void padded(__global const int* restrict a, __global int* restrict b)
{
    __local int t[32][33];
    int l = get_local_id(0);
    for (int k = 0; k < 32; ++k) {
        t[k][l] = a[get_global_id(0) + k * 128];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int s = 0;
    for (int k = 0; k < 32; ++k) {
        s += t[l][k];
    }
    b[get_global_id(0)] = s;
}

//@ kernel: broadcast_reads --global 256 --local 64
//@ holds: ways 1; barriers 1
// All work-items of a warp read one word at a time.
__kernel void broadcast_reads(__global const float* a, __global float* b)
{
    __local float t[64];
    t[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int k = 0; k < 64; ++k) s += t[k];
    b[get_global_id(0)] = s;
}

//@ kernel: doubles_in_local --global 256 --local 64
//@ holds: local reads 8; local writes 8; reads 8; writes 8; barriers 1
__kernel void doubles_in_local(__global double* a)
{
    __local double t[64];
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[l ^ 1];
}

//@ kernel: bytes_in_local --global 256 --local 128
//@ holds: local reads 1; local writes 1; ways 1; barriers 1
// Four work-items share a bank's word.
__kernel void bytes_in_local(__global uchar* a)
{
    __local uchar t[128];
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[127 - l];
}

//@ kernel: local_argument --global 256 --local 64 --local-memory t=256
//@ holds: local reads 4; local writes 4; barriers 1
__kernel void local_argument(__global float* a, __local float* t)
{
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[(l + 1) % get_local_size(0)];
}

//@ kernel: two_local_arguments --global 128 --local 32 --local-memory a=128 --local-memory b=256
//@ holds: local writes 12; local reads 12; barriers 1
__kernel void two_local_arguments(__global int* data, local int* a, local long* b)
{
    uint l = get_local_id(0);
    a[l] = data[get_global_id(0)];
    b[l] = l * 3l;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = a[31 - l] + (int)b[31 - l];
}

//@ kernel: transpose --global 64x64 --local 16x16 --arg w=64
//@ holds: reads 4; writes 4; local reads 4; local writes 4; barriers 1; local bytes 1088
__kernel void transpose(__global const float* in, __global float* out, int w)
{
    __local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    tile[ly][lx] = in[get_global_id(1) * w + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = get_group_id(1) * 16 + lx, y = get_group_id(0) * 16 + ly;
    out[y * w + x] = tile[lx][ly];
}

//@ kernel: halo --global 256 --local 64 --arg n=256
//@ holds: local writes 4.125; local reads 12; barriers 1; writes 4
// Two of 64 work-items store one number more.
__kernel void halo(__global const float* restrict in, __global float* restrict out, int n)
{
    __local float t[66];
    int l = get_local_id(0), g = get_global_id(0);
    t[l + 1] = in[g];
    if (l == 0) {
        t[0] = g > 0 ? in[g - 1] : 0.0f;
    }
    if (l == 63) {
        t[65] = g < n - 1 ? in[g + 1] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = t[l] + t[l + 1] + t[l + 2];
}

//@ kernel: tree_sum --global 256 --local 64
//@ holds: reads 4; writes 0.0625; barriers 7
__kernel void tree_sum(__global const float* in, __global float* out)
{
    __local float t[64];
    uint l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) {
            t[l] += t[l + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = t[0];
}

//@ kernel: interleaved_sum --global 256 --local 64
//@ holds: reads 4; writes 0.0625; barriers 7; ways 2..32
// The classic with conflicts: active work-items lie 2 * s apart.
__kernel void interleaved_sum(__global const float* in, __global float* out)
{
    __local float t[64];
    uint l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < get_local_size(0); s *= 2) {
        uint at = 2 * s * l;
        if (at < get_local_size(0)) {
            t[at] += t[at + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) { out[get_group_id(0)] = t[0]; }
}

typedef struct { float x, y, z; int id; } point;

//@ kernel: structs_in_local --global 256 --local 64
//@ holds: writes 4; barriers 1; local bytes 1024
__kernel void structs_in_local(__global const float* a, __global float* b)
{
    __local point p[64];
    int l = get_local_id(0);
    p[l].x = a[3 * get_global_id(0)];
    p[l].y = a[3 * get_global_id(0) + 1];
    p[l].z = a[3 * get_global_id(0) + 2];
    p[l].id = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    point q = p[63 - l];
    b[get_global_id(0)] = q.x + q.y * q.z + q.id;
}

//@ kernel: three_dimensional --global 16x16x4 --local 8x4x4
//@ holds: local bytes 512; local reads 4; local writes 4; barriers 1
__kernel void three_dimensional(__global int* a)
{
    __local int t[4][4][8];
    const size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    size_t g = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    t[z][y][x] = a[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[g] = t[3 - z][3 - y][7 - x];
}

//@ kernel: histogram_of_group --global 1024 --local 64
//@ holds: local atomics 1; atomics 0.25; barriers 2; reads 1
__kernel void histogram_of_group(__global const uchar* data, __global uint* bins)
{
    __local uint own[16];
    int l = get_local_id(0);
    if (l < 16) {
        own[l] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&own[data[get_global_id(0)] & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
        atomic_add(&bins[l], own[l]);
    }
}

//@ kernel: volatile_tail --global 256 --local 32
//@ holds: reads 4; writes 0.125; barriers 0
// As warps were once reduced: no barrier among 32 work-items. PoCL's work-items know no such order, only counts are compared.
__kernel void volatile_tail(__global const int* in, __global int* out)
{
    __local volatile int t[64];
    int l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    t[l + 32] = 0;
    t[l] += t[l + 16];
    t[l] += t[l + 8];
    t[l] += t[l + 4];
    t[l] += t[l + 2];
    t[l] += t[l + 1];
    if (l == 0) {
        out[get_group_id(0)] = t[0];
    }
}

//@ kernel: swap_buffers --global 128 --local 64
//@ holds: barriers 7; writes 4; local bytes 512
// A scan by two halves that swap roles: 6 steps.
__kernel void swap_buffers(__global const int* in, __global int* out)
{
    __local int t[2][64];
    int l = get_local_id(0);
    int from = 0;
    t[0][l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 64; d *= 2) {
        int v = t[from][l];
        if (l >= d) {
            v += t[from][l - d];
        }
        from = 1 - from;
        t[from][l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t[from][l];
}

//@ kernel: vector_tile --global 256 --local 64
//@ holds: local reads 16; local writes 16; reads 16; writes 16; barriers 1
__kernel void vector_tile(__global float4* a)
{
    __local float4 t[64];
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[l ^ 3].wzyx;
}

//@ kernel: matrix_tile --global 32x32 --local 16x16 --arg n=32
//@ holds: reads 16; writes 4; barriers 4; local writes 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matrix_tile(__global const float* a, __global const float* b, __global float* c, int n)
{
    __local float ta[16][16], tb[16][16];
    int x = get_local_id(0), y = get_local_id(1);
    int col = get_global_id(0), row = get_global_id(1);
    float acc = 0.0f;
    for (int t = 0; t < n / 16; ++t) {
        ta[y][x] = a[row * n + t * 16 + x];
        tb[y][x] = b[(t * 16 + y) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k)
            acc += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = acc;
}
