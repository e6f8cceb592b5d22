// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that have one cause of lost time (CAUSE = 1), and the same without it (CAUSE = 0): what advice says that a
// cause costs, measured.

#ifndef STRIDE
#define STRIDE 8
#endif
#ifndef FIELDS
#define FIELDS 8
#endif
#ifndef WORDS
#define WORDS 8000
#endif
#ifndef GROUP
#define GROUP 256
#endif

// Local memory: STRIDE words between lanes, or none.
__kernel void local_read(__global const float* in, __global float* out, int rounds)
{
    __local float t[32 * 256];
    const int i = get_local_id(0), g = get_global_id(0);
    for (int j = 0; j < 32; ++j) t[i + 256 * j] = in[i + 256 * j];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0.0f;
    for (int r = 0; r < rounds; ++r)
        for (int j = 0; j < STRIDE; ++j)
#if CAUSE
            s = s * 0.5f + t[(i * STRIDE + j + r * 64) & 8191];
#else
            s = s * 0.5f + t[(i + j * 256 + r * 64) & 8191];
#endif
    out[g] = s;
}

__kernel void local_write(__global const float* in, __global float* out, int rounds)
{
    __local float t[16 * 256];
    const int i = get_local_id(0), g = get_global_id(0);
    float s = in[g];
    for (int r = 0; r < rounds; ++r)
        for (int j = 0; j < STRIDE; ++j) {
#if CAUSE
            t[(i * STRIDE + j + r) & 4095] = s;
#else
            t[(i + j * 256 + r) & 4095] = s;
#endif
            s = s * 0.5f + 1.0f;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = s + t[255 - i];
}

// A matrix of local memory that is read by columns, with rows of 32 words or of 33.
#define ROW (32 + 1 - CAUSE)
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void local_columns(__global const float* in, __global float* out, int rounds)
{
    __local float t[32 * 33];
    const int x = get_local_id(0), y = get_local_id(1), g = get_group_id(0) * 1024;
    float s = 0.0f;
    for (int r = 0; r < rounds; ++r) {
        for (int j = y; j < 32; j += 8) t[j * ROW + x] = in[g + j * 32 + x] + s;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = y; j < 32; j += 8) s += t[x * ROW + j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_group_id(0) * 256 + y * 32 + x] = s;
}

// Records of FIELDS floats of which one is used, side by side or field by field.
__kernel void records(__global const float* in, __global float* out)
{
    const int g = get_global_id(0), n = get_global_size(0);
    float s = 0.0f;
    for (int f = 0; f < FIELDS; ++f)
#if CAUSE
        s = s * 0.5f + in[g * FIELDS + f];
#else
        s = s * 0.5f + in[f * n + g];
#endif
    out[g] = s;
}

// A matrix times a vector, a row for each work-item: the matrix as it is, or transposed.
__kernel void rows(__global const float* a, __global const float* x, __global float* y, int columns)
{
    const int g = get_global_id(0), n = get_global_size(0);
    float s = 0.0f;
    for (int k = 0; k < columns; ++k)
#if CAUSE
        s += a[g * columns + k] * x[k];
#else
        s += a[k * n + g] * x[k];
#endif
    y[g] = s;
}

// Rows of a matrix that are written by columns, or by rows.
__kernel void write_columns(__global const float* in, __global float* out, int columns)
{
    const int g = get_global_id(0), n = get_global_size(0);
    const float v = in[g];
    for (int k = 0; k < columns; ++k)
#if CAUSE
        out[g * columns + k] = v + k;
#else
        out[k * n + g] = v + k;
#endif
}

// Two ways, taken by lanes or by warps.
__kernel void two_ways(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0);
    float x = in[g];
#if CAUSE
    if (g & 1) {
#else
    if (g & 32) {
#endif
        for (int r = 0; r < rounds; ++r) x = x * x + 0.3f;
    } else {
        for (int r = 0; r < rounds; ++r) x = native_sin(x) * 0.7f;
    }
    out[g] = x;
}

// Four ways by lanes or by warps, with a load in each.
__kernel void four_ways(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0), n = get_global_size(0);
#if CAUSE
    const int way = g & 3;
#else
    const int way = (g >> 5) & 3;
#endif
    float x = 0.0f;
    for (int r = 0; r < rounds; ++r) {
        if (way == 0) x = x * 0.5f + in[(g + r * 32) & (n - 1)];
        else if (way == 1) x = x * x + 0.25f - in[(g + r * 64) & (n - 1)];
        else if (way == 2) x = native_exp(x) * 0.1f;
        else x = x - x * x * 0.3f;
    }
    out[g] = x;
}

// Trips from 8 to 256 by lanes, or by warps.
__kernel void trips(__global const float* in, __global float* out)
{
    const int g = get_global_id(0);
    float x = in[g];
#if CAUSE
    const int count = ((g & 31) + 1) * 8;
#else
    const int count = (((g >> 5) & 31) + 1) * 8;
#endif
    for (int r = 0; r < count; ++r) x = x * x + 0.3f;
    out[g] = x;
}

// One work-item of a group does what all of them could share.
__kernel void serial(__global const float* in, __global float* out)
{
    __local float t[256];
    const int i = get_local_id(0), g = get_global_id(0);
    t[i] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
#if CAUSE
    if (i == 0)
        for (int j = 0; j < 256; ++j) t[j] = t[j] * t[j] + 0.5f;
#else
    t[i] = t[i] * t[i] + 0.5f;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = t[i];
}

// Local memory that nobody needs keeps groups away: WORDS of it, or 256.
__kernel void local_memory(__global const float* in, __global float* out, int rounds)
{
#if CAUSE
    __local float t[WORDS];
#else
    __local float t[256];
#endif
    const int i = get_local_id(0), g = get_global_id(0), n = get_global_size(0);
    t[i] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = t[255 - i];
    int at = g;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        s += in[at];
        at = (at + 4099 * 32) & (n - 1);
    }
    out[g] = s;
}

// Groups of 32 work-items, of which a device holds fewer than of 128.
__kernel void small_groups(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0), n = get_global_size(0);
    float s = 0.0f;
    int at = g;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        s += in[at];
        at = (at + 4099 * 32) & (n - 1);
    }
    out[g] = s;
}

// The work of the groups rises from the first to the last, or is that of the mean one.
__kernel void uneven(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0);
    float x = in[g];
#if CAUSE
    const int count = get_group_id(0) % 64 == 0 ? rounds * 64 : 1;
#else
    const int count = rounds;
#endif
    for (int r = 0; r < count; ++r) x = x * x + 0.3f;
    out[g] = x;
}

// Atomic additions to one word, or to one for each lane and group.
__kernel void counters(__global const float* in, __global int* out, int rounds)
{
    const int g = get_global_id(0), n = get_global_size(0);
    for (int r = 0; r < rounds; ++r) {
        const int value = (int)(in[(g + r * 1024) & (n - 1)] * 8.0f);
#if CAUSE
        atomic_xor(&out[get_group_id(0) & 3], value);
#else
        atomic_xor(&out[(g + r * 1024) & (n - 1)], value);
#endif
    }
}

// The same in local memory.
__kernel void local_counters(__global const float* in, __global int* out, int rounds)
{
    __local int t[256];
    const int i = get_local_id(0), g = get_global_id(0);
    t[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int value = (int)(in[g] * 8.0f);
    for (int r = 0; r < rounds; ++r)
#if CAUSE
        atomic_xor(&t[(r + (i >> 5)) & 255], value + r);
#else
        atomic_xor(&t[(r + i) & 255], value + r);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = t[i];
}

__constant float table[256] = {0.5f, 0.25f, 0.125f};

// A table of constants at a place for each lane, or at one for all.
__kernel void constants(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0);
    float s = in[g];
    for (int r = 0; r < rounds; ++r)
#if CAUSE
        s = s * 0.5f + table[(g + r) & 255];
#else
        s = s * 0.5f + table[((g >> 5) + r) & 255];
#endif
    out[g] = s;
}

// A remainder by a number that the compiler does not know, or by a power of two.
__kernel void remainders(__global const int* in, __global int* out, int n, int rounds)
{
    const int g = get_global_id(0);
    int x = in[g];
    for (int r = 0; r < rounds; ++r)
#if CAUSE
        x = (x * 5 + r) % n;
#else
        x = (x * 5 + r) & n;
#endif
    out[g] = x;
}

// A division of floats as the language wants it, or the device's own.
__kernel void divisions(__global const float* in, __global float* out, float n, int rounds)
{
    const int g = get_global_id(0);
    float x = in[g];
    for (int r = 0; r < rounds; ++r)
#if CAUSE
        x = (x + n) / (x * 0.5f + 2.0f);
#else
        x = (x + n) * (x * 0.5f + 2.0f);
#endif
    out[g] = x;
}

// A barrier in every round, or in the last one; neighbours of a warp exchange what they have.
__kernel void barriers(__global const float* in, __global float* out, int rounds)
{
    __local float t[GROUP];
    const int i = get_local_id(0), g = get_global_id(0);
    float s = in[g];
    for (int r = 0; r < rounds; ++r) {
        t[i] = s;
#if CAUSE
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        s = s * 0.5f + t[i ^ 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = s + t[GROUP - 1 - i];
}

// One more group than full waves have.
__kernel void waves(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0);
    float x = in[g];
    for (int r = 0; r < rounds; ++r) x = x * x + 0.3f;
    out[g] = x;
}

// Four floats of a work-item one by one, or as a vector.
__kernel void vectors(__global const float* in, __global float* out)
{
    const int g = get_global_id(0);
#if CAUSE
    for (int j = 0; j < 4; ++j) out[g * 4 + j] = in[g * 4 + j] * 2.0f + 1.0f;
#else
    vstore4(vload4(g, in) * 2.0f + 1.0f, g, out);
#endif
}

// A loop of loads as it is written, or eight at a time.
__kernel void unrolled(__global const float* in, __global float* out, int rounds)
{
    const int g = get_global_id(0), n = get_global_size(0);
    float s = 0.0f;
#if CAUSE
#pragma unroll 1
#else
#pragma unroll 8
#endif
    for (int r = 0; r < rounds; ++r) s += in[(g + r * n) & (8 * n - 1)];
    out[g] = s;
}

// Little work in groups of 32 work-items, or of 256.
__kernel void starts(__global const float* in, __global float* out)
{
    const int g = get_global_id(0);
    out[g] = in[g] * 2.0f + 1.0f;
}

// Values of a long chain from several loads, of which the next one hangs on the last: latency that nobody hides.
__kernel void latency(__global const int* next, __global int* out, int rounds)
{
    const int g = get_global_id(0);
    int at = g;
    for (int r = 0; r < rounds; ++r)
#if CAUSE
        at = (next[at] + at + 2049) & 65535;
#else
        at = (at * 5 + 2049 + r) & 65535;
#endif
    out[g] = at;
}
