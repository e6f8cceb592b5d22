// SPDX-License-Identifier: GPL-3.0-or-later
// C = A B of row-major matrices, tile by tile through local memory: each work-item adds up a block of results.
#define THREADS_N (TILE_N / ITEMS_N)
#define THREADS_M (TILE_M / ITEMS_M)
#define THREADS (THREADS_M * THREADS_N)
// Rows and columns of a work-item lie side by side, or a step of the group apart.
#if STRIDED
#define ROW(m) ((m) * THREADS_M + threadM)
#define COLUMN(n) ((n) * THREADS_N + threadN)
#else
#define ROW(m) (threadM * ITEMS_M + (m))
#define COLUMN(n) (threadN * ITEMS_N + (n))
#endif

kernel void product(global const float* restrict a, global const float* restrict b, global float* restrict c,
                    int columns, int depth) {
    local float tileA[TILE_K][TILE_M + PAD];
    local float tileB[TILE_K][TILE_N];
    const int threadN = get_local_id(0);
    const int threadM = get_local_id(1);
    const int thread = threadM * THREADS_N + threadN;
    const int firstRow = get_group_id(1) * TILE_M;
    const int firstColumn = get_group_id(0) * TILE_N;

    float sums[ITEMS_M][ITEMS_N];
    for (int m = 0; m < ITEMS_M; ++m)
        for (int n = 0; n < ITEMS_N; ++n) sums[m][n] = 0.0f;

    for (int start = 0; start < depth; start += TILE_K) {
        for (int i = thread; i < TILE_M * TILE_K; i += THREADS)
            tileA[i % TILE_K][i / TILE_K] = a[(firstRow + i / TILE_K) * depth + start + i % TILE_K];
        for (int i = thread; i < TILE_K * TILE_N; i += THREADS)
            tileB[i / TILE_N][i % TILE_N] = b[(start + i / TILE_N) * columns + firstColumn + i % TILE_N];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (int k = 0; k < TILE_K; ++k) {
            float left[ITEMS_M], right[ITEMS_N];
            for (int m = 0; m < ITEMS_M; ++m) left[m] = tileA[k][ROW(m)];
            for (int n = 0; n < ITEMS_N; ++n) right[n] = tileB[k][COLUMN(n)];
            for (int m = 0; m < ITEMS_M; ++m)
                for (int n = 0; n < ITEMS_N; ++n) sums[m][n] = mad(left[m], right[n], sums[m][n]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int m = 0; m < ITEMS_M; ++m)
        for (int n = 0; n < ITEMS_N; ++n) c[(firstRow + ROW(m)) * columns + firstColumn + COLUMN(n)] = sums[m][n];
}

kernel void product_plain(global const float* restrict a, global const float* restrict b, global float* restrict c,
                          int columns, int depth) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < depth; ++k) sum = mad(a[row * depth + k], b[k * columns + column], sum);
    c[row * columns + column] = sum;
}
