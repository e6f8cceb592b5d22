// SPDX-License-Identifier: GPL-3.0-or-later
// Many small products c[i] = alpha * a[i] * b[i] of square row-major matrices, SIZE a side.
//
//   SIZE          side of the matrices
//   INTERLEAVED   batched_gemm_items, 1: element e of all matrices lies together (e * batches + i), 0: each matrix does
//   MATRICES      batched_gemm_groups: matrices a work-group
//   WORK          batched_gemm_groups: rows of c a work-item; it divides SIZE
//   TILE          batched_gemm_indexed: side of the square work-group and of its tiles

#ifndef SIZE
#define SIZE 16
#endif
#ifndef INTERLEAVED
#define INTERLEAVED 0
#endif
#ifndef MATRICES
#define MATRICES 1
#endif
#ifndef WORK
#define WORK 1
#endif
#ifndef TILE
#define TILE 16
#endif

#if INTERLEAVED
#define AT(element, batch) ((element) * batches + (batch))
#else
#define AT(element, batch) ((batch) * (SIZE * SIZE) + (element))
#endif

// A product a work-item: b stays in registers, a passes row by row.
__kernel void batched_gemm_items(const __global float* restrict a, const __global float* restrict b,
                                 __global float* restrict c, const float alpha, const uint batches) {
    const uint batch = get_global_id(0);
    if (batch >= batches) return;
    float bs[SIZE * SIZE];
    #pragma unroll
    for (uint e = 0; e < SIZE * SIZE; ++e) bs[e] = b[AT(e, batch)];
    #pragma unroll
    for (uint row = 0; row < SIZE; ++row) {
        float as[SIZE];
        #pragma unroll
        for (uint i = 0; i < SIZE; ++i) as[i] = a[AT(row * SIZE + i, batch)];
        #pragma unroll
        for (uint column = 0; column < SIZE; ++column) {
            float sum = 0.0f;
            #pragma unroll
            for (uint i = 0; i < SIZE; ++i) sum = fma(as[i], bs[i * SIZE + column], sum);
            c[AT(row * SIZE + column, batch)] = alpha * sum;
        }
    }
}

// A few products a work-group, whole matrices in local memory: work-items (column, row / WORK, matrix).
__kernel void batched_gemm_groups(const __global float* restrict a, const __global float* restrict b,
                                  __global float* restrict c, const float alpha, const uint batches) {
    __local float a_tile[MATRICES][SIZE][SIZE + 1];
    __local float b_tile[MATRICES][SIZE][SIZE + 1];
    const uint column = get_local_id(0);
    const uint y = get_local_id(1);
    const uint matrix = get_local_id(2);
    const uint batch = get_global_id(2);
    const uint first = batch * (SIZE * SIZE);
    if (batch < batches) {
        #pragma unroll
        for (uint r = 0; r < WORK; ++r) {
            const uint row = y + r * (SIZE / WORK);
            a_tile[matrix][row][column] = a[first + row * SIZE + column];
            b_tile[matrix][row][column] = b[first + row * SIZE + column];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (batch >= batches) return;
    float sums[WORK];
    #pragma unroll
    for (uint r = 0; r < WORK; ++r) sums[r] = 0.0f;
    for (uint i = 0; i < SIZE; ++i) {
        const float element = b_tile[matrix][i][column];
        #pragma unroll
        for (uint r = 0; r < WORK; ++r) sums[r] += a_tile[matrix][y + r * (SIZE / WORK)][i] * element;
    }
    #pragma unroll
    for (uint r = 0; r < WORK; ++r) c[first + (y + r * (SIZE / WORK)) * SIZE + column] = alpha * sums[r];
}

// Products of any one size n, whose operands are picked from pools of matrices by lists of indices, as libraries
// take lists of pointers. A work-group computes a tile of one c by tiles of local memory.
__attribute__((reqd_work_group_size(TILE, TILE, 1)))
__kernel void batched_gemm_indexed(const __global float* restrict a, const __global float* restrict b,
                                   const __global uint* restrict a_index, const __global uint* restrict b_index,
                                   __global float* restrict c, const float alpha, const uint n) {
    __local float a_tile[TILE][TILE];
    __local float b_tile[TILE][TILE];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    const uint batch = get_global_id(2);
    const __global float* as = a + a_index[batch] * n * n;
    const __global float* bs = b + b_index[batch] * n * n;
    float sum = 0.0f;
    for (uint outer = 0; outer < n; outer += TILE) {
        a_tile[y][x] = row < n && outer + x < n ? as[row * n + outer + x] : 0.0f;
        b_tile[y][x] = outer + y < n && column < n ? bs[(outer + y) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint i = 0; i < TILE; ++i) sum += a_tile[y][i] * b_tile[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n) c[(batch * n + row) * n + column] = alpha * sum;
}
