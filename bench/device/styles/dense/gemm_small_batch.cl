// SPDX-License-Identifier: GPL-3.0-or-later
// Many small products C_i = alpha_i * A_i * B_i + beta_i * C_i, row-major, any sizes. Matrix i begins at the
// offset the lists name. A work-group has TILE x TILE elements of one C; an item has WPT of them in a column.
#define ROWS_AT_ONCE (TILE / WPT)

__kernel __attribute__((reqd_work_group_size(TILE, TILE / WPT, 1)))
void gemm_by_offsets(const int m, const int n, const int k,
                     const __global float* restrict alphas, const __global float* restrict betas,
                     const __global float* restrict a, const __global uint* restrict a_offsets, const int lda,
                     const __global float* restrict b, const __global uint* restrict b_offsets, const int ldb,
                     __global float* c, const __global uint* restrict c_offsets, const int ldc) {
    __local float a_tile[TILE][TILE + 1];
    __local float b_tile[TILE][TILE + 1];

    const int batch = get_group_id(2);
    const __global float* restrict am = a + a_offsets[batch];
    const __global float* restrict bm = b + b_offsets[batch];
    __global float* cm = c + c_offsets[batch];

    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int column = get_group_id(0) * TILE + x;
    const int first_row = get_group_id(1) * TILE;

    float acc[WPT];
    #pragma unroll
    for (int w = 0; w < WPT; ++w) acc[w] = 0.0f;

    for (int kt = 0; kt < k; kt += TILE) {
        #pragma unroll
        for (int w = 0; w < WPT; ++w) {
            const int r = y + w * ROWS_AT_ONCE;
            const int a_row = first_row + r;
            const int b_row = kt + r;
            a_tile[r][x] = (a_row < m && kt + x < k) ? am[a_row * lda + kt + x] : 0.0f;
            b_tile[r][x] = (b_row < k && column < n) ? bm[b_row * ldb + column] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int kk = 0; kk < TILE; ++kk) {
            const float right = b_tile[kk][x];
            #pragma unroll
            for (int w = 0; w < WPT; ++w)
                acc[w] = mad(a_tile[y + w * ROWS_AT_ONCE][kk], right, acc[w]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (column >= n) return;
    const float alpha = alphas[batch];
    const float beta = betas[batch];
    #pragma unroll
    for (int w = 0; w < WPT; ++w) {
        const int row = first_row + y + w * ROWS_AT_ONCE;
        if (row < m) cm[row * ldc + column] = alpha * acc[w] + beta * cm[row * ldc + column];
    }
}
