// SPDX-License-Identifier: GPL-3.0-or-later
// The tiled product of samples/matmul/matmul.cl as one writes it without a look at the paper's string: sums start in
// registers, every address is written where it is used, and one loop goes over the tiles.
#ifndef X
#define X 1
#endif
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul_tiled(__global const float* a, __global const float* b, __global float* c, int n, int pitch) {
    __local float tileA[TILE][TILE];
    __local float tileB[TILE][TILE * X];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int row = get_group_id(1) * TILE + ty;
    const int column = get_group_id(0) * (TILE * X) + tx;
    float sum[X];
    #pragma unroll
    for (int x = 0; x < X; ++x) sum[x] = 0.0f;
    for (int tile = 0; tile < n; tile += TILE) {
        #pragma unroll
        for (int x = 0; x < X; ++x)
            tileB[ty][tx + TILE * x] = b[(tile + ty) * n + min(column + TILE * x, n - 1)];
        tileA[ty][tx] = a[row * n + tile + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma nounroll
        for (int i = 0; i < TILE; ++i)
            #pragma unroll
            for (int x = 0; x < X; ++x) sum[x] += tileA[ty][i] * tileB[i][tx + TILE * x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int x = 0; x < X; ++x) c[row * pitch + column + TILE * x] = sum[x];
}
