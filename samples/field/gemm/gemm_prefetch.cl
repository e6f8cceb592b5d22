// SPDX-License-Identifier: GPL-3.0-or-later
// c = alpha * a * b with two local tiles of each operand: while a work-group computes from one pair, its work-items
// hold the next pair in registers and store it into the other, so a step needs a single barrier. Operands and tiles
// are float4 throughout; a (m rows of k) is turned on its way into local memory.
//
//   TILE     side of the work-group's square tile of c
//   WORK     rows and columns of c a work-item, 4 or 8: fours that lie half a tile apart
//   K_TILE   depth of a step
// The work-group has (TILE / WORK)^2 work-items. m and n are multiples of TILE, k of K_TILE; K_TILE * TILE / 4 is
// one of the number of work-items.

#ifndef TILE
#define TILE 64
#endif
#ifndef WORK
#define WORK 4
#endif
#ifndef K_TILE
#define K_TILE 16
#endif

#define SIDE (TILE / WORK)
#define ITEMS (SIDE * SIDE)
#define LOADS (K_TILE * TILE / 4 / ITEMS)
#define FOURS (WORK / 4)

__attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
__kernel void gemm_double_buffered(const int m, const int n, const int k, const float alpha,
                                   const __global float4* restrict a, const __global float4* restrict b,
                                   __global float4* restrict c) {
    __local float4 a_tiles[2][K_TILE * TILE / 4];
    __local float4 b_tiles[2][K_TILE * TILE / 4];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int item = y * SIDE + x;
    const int first_row = get_group_id(1) * TILE;
    const int first_column = get_group_id(0) * TILE;

    float4 next_a[LOADS], next_b[LOADS];
    float4 sums[WORK][FOURS];
    #pragma unroll
    for (int r = 0; r < WORK; ++r)
        #pragma unroll
        for (int f = 0; f < FOURS; ++f) sums[r][f] = (float4)(0.0f);

    for (int step = 0; step <= k / K_TILE; ++step) {
        // Step i loads tile i, stores it and computes with tile i - 1.
        const bool more = step < k / K_TILE;
        if (more) {
            #pragma unroll
            for (int i = 0; i < LOADS; ++i) {
                const int at = item + i * ITEMS;
                next_a[i] = a[(first_row + at / (K_TILE / 4)) * (k / 4) + step * (K_TILE / 4) + at % (K_TILE / 4)];
                next_b[i] = b[(step * K_TILE + at / (TILE / 4)) * (n / 4) + first_column / 4 + at % (TILE / 4)];
            }
        }
        if (step > 0) {
            const __local float4* a_tile = a_tiles[(step - 1) & 1];
            const __local float4* b_tile = b_tiles[(step - 1) & 1];
            #pragma unroll
            for (int i = 0; i < K_TILE; ++i) {
                float4 bs[FOURS];
                #pragma unroll
                for (int f = 0; f < FOURS; ++f) bs[f] = b_tile[i * (TILE / 4) + x + f * SIDE];
                #pragma unroll
                for (int f = 0; f < FOURS; ++f) {
                    const float4 as = a_tile[i * (TILE / 4) + y + f * SIDE];
                    #pragma unroll
                    for (int g = 0; g < FOURS; ++g) {
                        sums[4 * f + 0][g] += as.x * bs[g];
                        sums[4 * f + 1][g] += as.y * bs[g];
                        sums[4 * f + 2][g] += as.z * bs[g];
                        sums[4 * f + 3][g] += as.w * bs[g];
                    }
                }
            }
        }
        if (more) {
            __local float* a_tile = (__local float*)a_tiles[step & 1];
            __local float4* b_tile = b_tiles[step & 1];
            #pragma unroll
            for (int i = 0; i < LOADS; ++i) {
                const int at = item + i * ITEMS;
                const int row = at / (K_TILE / 4);
                const int depth = at % (K_TILE / 4) * 4;
                a_tile[(depth + 0) * TILE + row] = next_a[i].x;
                a_tile[(depth + 1) * TILE + row] = next_a[i].y;
                a_tile[(depth + 2) * TILE + row] = next_a[i].z;
                a_tile[(depth + 3) * TILE + row] = next_a[i].w;
                b_tile[at] = next_b[i];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    #pragma unroll
    for (int f = 0; f < FOURS; ++f)
        #pragma unroll
        for (int r = 0; r < 4; ++r)
            #pragma unroll
            for (int g = 0; g < FOURS; ++g)
                c[(first_row + (y + f * SIDE) * 4 + r) * (n / 4) + first_column / 4 + x + g * SIDE] =
                    alpha * sums[4 * f + r][g];
}
