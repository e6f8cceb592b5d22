// SPDX-License-Identifier: GPL-3.0-or-later
// c = alpha * op(a) * op(b) + beta * c for any m, n and k, each operand stored as it is or transposed: what a
// library runs where sizes fit no tile. Elements outside of a matrix are loaded as zero.
//
//   SIDE        work-items along a side of the square work-group
//   WORK        rows and columns of c a work-item, SIDE apart
//   K_TILE      depth of a step
//   TRANS_A     1: a is stored as k rows of m;   TRANS_B   1: b is stored as n rows of k
//   PAD         floats that end a row of a local tile unused; 1 keeps transposing stores out of one bank

#ifndef SIDE
#define SIDE 16
#endif
#ifndef WORK
#define WORK 4
#endif
#ifndef K_TILE
#define K_TILE 16
#endif
#ifndef TRANS_A
#define TRANS_A 0
#endif
#ifndef TRANS_B
#define TRANS_B 0
#endif
#ifndef PAD
#define PAD 1
#endif

#define TILE (SIDE * WORK)
#define ITEMS (SIDE * SIDE)

// Element (row, i) of op(a), element (i, column) of op(b).
inline float element_a(const __global float* a, const int row, const int i, const int m, const int k) {
    if (row >= m || i >= k) return 0.0f;
#if TRANS_A
    return a[i * m + row];
#else
    return a[row * k + i];
#endif
}

inline float element_b(const __global float* b, const int i, const int column, const int n, const int k) {
    if (column >= n || i >= k) return 0.0f;
#if TRANS_B
    return b[column * k + i];
#else
    return b[i * n + column];
#endif
}

__kernel void gemm_guarded(const int m, const int n, const int k, const float alpha, const float beta,
                           const __global float* restrict a, const __global float* restrict b,
                           __global float* c) {
    __local float a_tile[K_TILE][TILE + PAD];
    __local float b_tile[K_TILE][TILE + PAD];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int first_row = get_group_id(1) * TILE;
    const int first_column = get_group_id(0) * TILE;

    float sums[WORK][WORK];
    for (int r = 0; r < WORK; ++r)
        for (int j = 0; j < WORK; ++j) sums[r][j] = 0.0f;

    for (int outer = 0; outer < k; outer += K_TILE) {
        for (int at = y * SIDE + x; at < K_TILE * TILE; at += ITEMS) {
            // Neighbours read neighbours in each of the orders in which a matrix can lie.
#if TRANS_A
            const int ai = at / TILE, ar = at % TILE;
#else
            const int ai = at % K_TILE, ar = at / K_TILE;
#endif
#if TRANS_B
            const int bi = at % K_TILE, bj = at / K_TILE;
#else
            const int bi = at / TILE, bj = at % TILE;
#endif
            a_tile[ai][ar] = element_a(a, first_row + ar, outer + ai, m, k);
            b_tile[bi][bj] = element_b(b, outer + bi, first_column + bj, n, k);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 4
        for (int i = 0; i < K_TILE; ++i) {
            float bs[WORK];
            #pragma unroll
            for (int j = 0; j < WORK; ++j) bs[j] = b_tile[i][x + j * SIDE];
            #pragma unroll
            for (int r = 0; r < WORK; ++r) {
                const float element = a_tile[i][y + r * SIDE];
                #pragma unroll
                for (int j = 0; j < WORK; ++j) sums[r][j] = fma(element, bs[j], sums[r][j]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int r = 0; r < WORK; ++r) {
        const int row = first_row + y + r * SIDE;
        if (row >= m) break;
        for (int j = 0; j < WORK; ++j) {
            const int column = first_column + x + j * SIDE;
            if (column < n) c[row * n + column] = alpha * sums[r][j] + beta * c[row * n + column];
        }
    }
}
