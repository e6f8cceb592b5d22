// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b^T in whole numbers: a has m rows of k, b has n rows of k, both of 8 bits; c is of 32. Rows are read in
// fours along k, which stay packed in local memory and are widened at their use.
//
//   SIDE     work-items along a side of the work-group
//   WORK     rows and columns of c a work-item, SIDE apart
//   K_FOURS  fours of k that are in local memory at a time
// m and n are any, k is a multiple of 4 * K_FOURS.

#ifndef SIDE
#define SIDE 16
#endif
#ifndef WORK
#define WORK 4
#endif
#ifndef K_FOURS
#define K_FOURS 8
#endif

#define TILE (SIDE * WORK)

__attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
__kernel void gemm_int8_tiles(const int m, const int n, const int k, const __global char4* restrict a,
                              const __global char4* restrict b, __global int* restrict c) {
    __local char4 a_tile[K_FOURS][TILE];
    __local char4 b_tile[K_FOURS][TILE];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int first_row = get_group_id(1) * TILE;
    const int first_column = get_group_id(0) * TILE;
    int sums[WORK][WORK];
    #pragma unroll
    for (int r = 0; r < WORK; ++r)
        #pragma unroll
        for (int j = 0; j < WORK; ++j) sums[r][j] = 0;
    for (int outer = 0; outer < k / 4; outer += K_FOURS) {
        for (int at = y * SIDE + x; at < TILE * K_FOURS; at += SIDE * SIDE) {
            const int depth = at % K_FOURS;
            const int line = at / K_FOURS;
            a_tile[depth][line] = a[min(first_row + line, m - 1) * (k / 4) + outer + depth];
            b_tile[depth][line] = b[min(first_column + line, n - 1) * (k / 4) + outer + depth];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < K_FOURS; ++i) {
            int4 bs[WORK];
            #pragma unroll
            for (int j = 0; j < WORK; ++j) bs[j] = convert_int4(b_tile[i][x + j * SIDE]);
            #pragma unroll
            for (int r = 0; r < WORK; ++r) {
                const int4 as = convert_int4(a_tile[i][y + r * SIDE]);
                #pragma unroll
                for (int j = 0; j < WORK; ++j) {
                    const int4 products = as * bs[j];
                    sums[r][j] += (products.x + products.y) + (products.z + products.w);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int r = 0; r < WORK; ++r) {
        const int row = first_row + y + r * SIDE;
        #pragma unroll
        for (int j = 0; j < WORK; ++j) {
            const int column = first_column + x + j * SIDE;
            if (row < m && column < n) c[row * n + column] = sums[r][j];
        }
    }
}
