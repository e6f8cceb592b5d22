// SPDX-License-Identifier: GPL-3.0-or-later
// Products in which one dimension is long and the others are short: too few elements of c, or too little work for
// each of them, to fill the tiles of a general product. Matrices are row-major.
//
//   N          gemm_tall_skinny: columns of b and c, a multiple of 4
//   ROWS       gemm_tall_skinny: rows of c a work-item, a work-group apart
//   WG_SIZE    work-items of a group of gemm_tall_skinny
//   K_MAX      gemm_tall_skinny: most rows of b that there is room for
//   SIDE, WORK gemm_split_k: SIDE x SIDE work-items with WORK x WORK elements each make a tile of partial sums
//   DEPTH      gemm_split_k: rows that are in local memory at a time

#ifndef N
#define N 8
#endif
#ifndef ROWS
#define ROWS 1
#endif
#ifndef WG_SIZE
#define WG_SIZE 128
#endif
#ifndef K_MAX
#define K_MAX 64
#endif
#ifndef SIDE
#define SIDE 16
#endif
#ifndef WORK
#define WORK 4
#endif
#ifndef DEPTH
#define DEPTH 8
#endif

// c (m x N) = a (m x k) * b (k x N) for a large m: the whole of b is in local memory, a row of c in registers, and a
// work-item reads its rows of a in fours, k elements from its neighbour's. k is a multiple of 4.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void gemm_tall_skinny(const __global float4* restrict a, const __global float4* restrict b,
                               __global float4* restrict c, const uint m, const uint k) {
    __local float4 b_tile[K_MAX * N / 4];
    for (uint at = get_local_id(0); at < k * (N / 4); at += WG_SIZE) b_tile[at] = b[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint first = get_group_id(0) * (WG_SIZE * ROWS) + get_local_id(0);
    for (uint r = 0; r < ROWS; ++r) {
        const uint row = first + r * WG_SIZE;
        if (row >= m) return;
        float4 sums[N / 4];
        #pragma unroll
        for (uint j = 0; j < N / 4; ++j) sums[j] = (float4)(0.0f);
        for (uint i = 0; i < k / 4; ++i) {
            const float4 as = a[row * (k / 4) + i];
            #pragma unroll
            for (uint j = 0; j < N / 4; ++j) {
                sums[j] += as.x * b_tile[(4 * i + 0) * (N / 4) + j];
                sums[j] += as.y * b_tile[(4 * i + 1) * (N / 4) + j];
                sums[j] += as.z * b_tile[(4 * i + 2) * (N / 4) + j];
                sums[j] += as.w * b_tile[(4 * i + 3) * (N / 4) + j];
            }
        }
        #pragma unroll
        for (uint j = 0; j < N / 4; ++j) c[row * (N / 4) + j] = sums[j];
    }
}

#define TILE (SIDE * WORK)

// partial[group] (TILE x TILE) = a^T * b over the group's share of the k rows of a and b, which both have TILE
// columns: a group takes DEPTH rows, then those that lie a whole number of group counts further.
__attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
__kernel void gemm_split_k(const __global float* restrict a, const __global float* restrict b,
                           __global float* restrict partial, const uint k) {
    __local float a_tile[DEPTH][TILE];
    __local float b_tile[DEPTH][TILE];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint group = get_group_id(0);
    float sums[WORK][WORK];
    #pragma unroll
    for (uint r = 0; r < WORK; ++r)
        #pragma unroll
        for (uint j = 0; j < WORK; ++j) sums[r][j] = 0.0f;
    for (uint first = group * DEPTH; first < k; first += get_num_groups(0) * DEPTH) {
        for (uint at = y * SIDE + x; at < DEPTH * TILE; at += SIDE * SIDE) {
            const uint row = first + at / TILE;
            a_tile[at / TILE][at % TILE] = row < k ? a[row * TILE + at % TILE] : 0.0f;
            b_tile[at / TILE][at % TILE] = row < k ? b[row * TILE + at % TILE] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint i = 0; i < DEPTH; ++i) {
            float bs[WORK];
            #pragma unroll
            for (uint j = 0; j < WORK; ++j) bs[j] = b_tile[i][x + j * SIDE];
            #pragma unroll
            for (uint r = 0; r < WORK; ++r) {
                const float element = a_tile[i][y + r * SIDE];
                #pragma unroll
                for (uint j = 0; j < WORK; ++j) sums[r][j] += element * bs[j];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (uint r = 0; r < WORK; ++r)
        #pragma unroll
        for (uint j = 0; j < WORK; ++j)
            partial[(group * TILE + y + r * SIDE) * TILE + x + j * SIDE] = sums[r][j];
}
