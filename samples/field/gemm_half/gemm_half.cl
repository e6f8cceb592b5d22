// SPDX-License-Identifier: GPL-3.0-or-later
// c = alpha * a * b of row-major matrices that are stored as halves: arithmetic is in float, so that devices without
// half arithmetic run it too. m rows, n columns, inner dimension k.
//
//   ROWS          rows of c a work-item
//   VECTOR        width of vload_half / vstore_half: neighbouring columns of a work-item (1, 2, 4, 8)
//   K_UNROLL      gemm_half_registers: steps of the inner dimension that are written out
//   LOCAL_X, LOCAL_Y   the work-group
//   K_TILE        gemm_half_tiles: depth of a step
//   TILE_HALF     gemm_half_tiles: 1: local tiles keep halves and are widened at each use, 0: they hold floats
// m is a multiple of LOCAL_Y * ROWS, n of LOCAL_X * VECTOR, k of K_UNROLL or K_TILE.

#ifndef ROWS
#define ROWS 4
#endif
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef K_UNROLL
#define K_UNROLL 2
#endif
#ifndef LOCAL_X
#define LOCAL_X 16
#endif
#ifndef LOCAL_Y
#define LOCAL_Y 8
#endif
#ifndef K_TILE
#define K_TILE 16
#endif
#ifndef TILE_HALF
#define TILE_HALF 0
#endif

#if VECTOR == 1
typedef float floatv;
#define LOAD_HALF(p) vload_half(0, p)
#define STORE_HALF(v, p) vstore_half(v, 0, p)
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#elif VECTOR == 2
typedef float2 floatv;
#define LOAD_HALF(p) vload_half2(0, p)
#define STORE_HALF(v, p) vstore_half2(v, 0, p)
#define LOAD(p) vload2(0, p)
#define STORE(v, p) vstore2(v, 0, p)
#elif VECTOR == 4
typedef float4 floatv;
#define LOAD_HALF(p) vload_half4(0, p)
#define STORE_HALF(v, p) vstore_half4(v, 0, p)
#define LOAD(p) vload4(0, p)
#define STORE(v, p) vstore4(v, 0, p)
#else
typedef float8 floatv;
#define LOAD_HALF(p) vload_half8(0, p)
#define STORE_HALF(v, p) vstore_half8(v, 0, p)
#define LOAD(p) vload8(0, p)
#define STORE(v, p) vstore8(v, 0, p)
#endif

// Operands from the caches; a work-item's rows of a are read one half at a time.
__attribute__((reqd_work_group_size(LOCAL_X, LOCAL_Y, 1)))
__kernel void gemm_half_registers(const uint m, const uint n, const uint k, const float alpha,
                                  const __global half* restrict a, const __global half* restrict b,
                                  __global half* restrict c) {
    const uint row = get_global_id(1) * ROWS;
    const uint column = get_global_id(0) * VECTOR;
    floatv sums[ROWS];
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) sums[r] = (floatv)(0.0f);
    for (uint outer = 0; outer < k; outer += K_UNROLL) {
        #pragma unroll
        for (uint step = 0; step < K_UNROLL; ++step) {
            const uint i = outer + step;
            const floatv bs = LOAD_HALF(b + i * n + column);
            #pragma unroll
            for (uint r = 0; r < ROWS; ++r) sums[r] += vload_half((row + r) * k + i, a) * bs;
        }
    }
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) STORE_HALF(alpha * sums[r], c + (row + r) * n + column);
}

#define TILE_M (LOCAL_Y * ROWS)
#define TILE_N (LOCAL_X * VECTOR)
#define ITEMS (LOCAL_X * LOCAL_Y)

// Both operands through local memory. OpenCL without half arithmetic knows no local arrays of halves: they are
// arrays of ushort that vload_half reads.
__attribute__((reqd_work_group_size(LOCAL_X, LOCAL_Y, 1)))
__kernel void gemm_half_tiles(const uint m, const uint n, const uint k, const float alpha,
                              const __global half* restrict a, const __global half* restrict b,
                              __global half* restrict c) {
#if TILE_HALF
    __local ushort a_tile[TILE_M * K_TILE];
    __local ushort b_tile[K_TILE * TILE_N];
    const __global ushort* a_bits = (const __global ushort*)a;
    const __global ushort* b_bits = (const __global ushort*)b;
#else
    __local float a_tile[TILE_M * K_TILE];
    __local float b_tile[K_TILE * TILE_N];
#endif
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint first_row = get_group_id(1) * TILE_M;
    const uint first_column = get_group_id(0) * TILE_N;

    floatv sums[ROWS];
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) sums[r] = (floatv)(0.0f);

    for (uint outer = 0; outer < k; outer += K_TILE) {
        for (uint at = y * LOCAL_X + x; at < TILE_M * K_TILE; at += ITEMS) {
            const uint from = (first_row + at / K_TILE) * k + outer + at % K_TILE;
#if TILE_HALF
            a_tile[at] = a_bits[from];
#else
            a_tile[at] = vload_half(from, a);
#endif
        }
        for (uint at = (y * LOCAL_X + x) * VECTOR; at < K_TILE * TILE_N; at += ITEMS * VECTOR) {
            const uint from = (outer + at / TILE_N) * n + first_column + at % TILE_N;
#if TILE_HALF
            #pragma unroll
            for (uint v = 0; v < VECTOR; ++v) b_tile[at + v] = b_bits[from + v];
#else
            STORE(LOAD_HALF(b + from), b_tile + at);
#endif
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 4
        for (uint i = 0; i < K_TILE; ++i) {
#if TILE_HALF
            const floatv bs = LOAD_HALF((const __local half*)(b_tile + i * TILE_N + x * VECTOR));
#else
            const floatv bs = LOAD(b_tile + i * TILE_N + x * VECTOR);
#endif
            #pragma unroll
            for (uint r = 0; r < ROWS; ++r) {
#if TILE_HALF
                sums[r] += vload_half((y * ROWS + r) * K_TILE + i, (const __local half*)a_tile) * bs;
#else
                sums[r] += a_tile[(y * ROWS + r) * K_TILE + i] * bs;
#endif
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r)
        STORE_HALF(alpha * sums[r], c + (first_row + y * ROWS + r) * n + first_column + x * VECTOR);
}
