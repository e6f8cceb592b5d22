// SPDX-License-Identifier: GPL-3.0-or-later
// c = alpha * a * b + beta * c without local memory: a work-item keeps a tile of c in registers, and what its
// neighbours read too comes from the caches. All matrices are row-major, c has m rows of n.
//
//   ROWS         rows of c a work-item
//   VECTOR       width of a vector of neighbouring columns (1, 2, 4, 8)
//   VECTORS      such vectors a work-item; they lie a work-group's width apart
//   K_UNROLL     steps of the inner dimension that are written out
//   TRANS_A      1: a is stored as k rows of m
//   VOLATILE_C   1: the accumulators are volatile, a usual way to keep a compiler from reordering their updates
//   LOCAL_X, LOCAL_Y   the work-group; gemm_dot_products takes LOCAL_Y as rows as well
// m is a multiple of LOCAL_Y * ROWS, n of LOCAL_X * VECTOR * VECTORS, k of K_UNROLL.

#ifndef ROWS
#define ROWS 4
#endif
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef VECTORS
#define VECTORS 1
#endif
#ifndef K_UNROLL
#define K_UNROLL 2
#endif
#ifndef TRANS_A
#define TRANS_A 0
#endif
#ifndef VOLATILE_C
#define VOLATILE_C 0
#endif
#ifndef LOCAL_X
#define LOCAL_X 16
#endif
#ifndef LOCAL_Y
#define LOCAL_Y 8
#endif
#ifndef COLUMNS
#define COLUMNS 2
#endif

#if VOLATILE_C
#define ACCUMULATOR volatile
#else
#define ACCUMULATOR
#endif

#if VECTOR == 1
typedef float floatv;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#elif VECTOR == 2
typedef float2 floatv;
#define LOAD(p) vload2(0, p)
#define STORE(v, p) vstore2(v, 0, p)
#elif VECTOR == 4
typedef float4 floatv;
#define LOAD(p) vload4(0, p)
#define STORE(v, p) vstore4(v, 0, p)
#else
typedef float8 floatv;
#define LOAD(p) vload8(0, p)
#define STORE(v, p) vstore8(v, 0, p)
#endif

__attribute__((reqd_work_group_size(LOCAL_X, LOCAL_Y, 1)))
__kernel void gemm_registers(const int m, const int n, const int k, const float alpha, const float beta,
                             const __global float* restrict a, const __global float* restrict b,
                             __global float* c) {
    const int row = get_global_id(1) * ROWS;
    const int column = get_group_id(0) * (LOCAL_X * VECTOR * VECTORS) + get_local_id(0) * VECTOR;

    ACCUMULATOR floatv sums[ROWS][VECTORS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        #pragma unroll
        for (int v = 0; v < VECTORS; ++v) sums[r][v] = (floatv)(0.0f);

    for (int outer = 0; outer < k; outer += K_UNROLL) {
        #pragma unroll
        for (int step = 0; step < K_UNROLL; ++step) {
            const int i = outer + step;
            floatv bs[VECTORS];
            #pragma unroll
            for (int v = 0; v < VECTORS; ++v) bs[v] = LOAD(b + i * n + column + v * (LOCAL_X * VECTOR));
            #pragma unroll
            for (int r = 0; r < ROWS; ++r) {
#if TRANS_A
                const float element = a[i * m + row + r];
#else
                const float element = a[(row + r) * k + i];
#endif
                #pragma unroll
                for (int v = 0; v < VECTORS; ++v) sums[r][v] += element * bs[v];
            }
        }
    }

    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        #pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            __global float* out = c + (row + r) * n + column + v * (LOCAL_X * VECTOR);
            floatv result = alpha * sums[r][v];
            if (beta != 0.0f) result += beta * LOAD(out);
            STORE(result, out);
        }
}

// b is stored transposed, as n rows of k, so that every element of c is a product of two rows: both are read in
// fours along k, a work-item's COLUMNS columns lie LOCAL_X apart. Here n is a multiple of LOCAL_X * COLUMNS and k
// of 4.
__attribute__((reqd_work_group_size(LOCAL_X, LOCAL_Y, 1)))
__kernel void gemm_dot_products(const int m, const int n, const int k, const float alpha, const float beta,
                                const __global float4* restrict a, const __global float4* restrict b,
                                __global float* c) {
    const int fours = k / 4;
    const int row = get_global_id(1) * ROWS;
    const int column = get_group_id(0) * (LOCAL_X * COLUMNS) + get_local_id(0);

    float sums[ROWS][COLUMNS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        #pragma unroll
        for (int j = 0; j < COLUMNS; ++j) sums[r][j] = 0.0f;

    for (int i = 0; i < fours; ++i) {
        float4 bs[COLUMNS];
        #pragma unroll
        for (int j = 0; j < COLUMNS; ++j) bs[j] = b[(column + j * LOCAL_X) * fours + i];
        #pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const float4 as = a[(row + r) * fours + i];
            #pragma unroll
            for (int j = 0; j < COLUMNS; ++j) {
                sums[r][j] = mad(as.x, bs[j].x, sums[r][j]);
                sums[r][j] = mad(as.y, bs[j].y, sums[r][j]);
                sums[r][j] = mad(as.z, bs[j].z, sums[r][j]);
                sums[r][j] = mad(as.w, bs[j].w, sums[r][j]);
            }
        }
    }

    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        #pragma unroll
        for (int j = 0; j < COLUMNS; ++j) {
            const int at = (row + r) * n + column + j * LOCAL_X;
            c[at] = alpha * sums[r][j] + beta * c[at];
        }
}
