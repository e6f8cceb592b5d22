// SPDX-License-Identifier: GPL-3.0-or-later
// Solutions of lower triangular systems, the reciprocals of the diagonal given.

// L * x = b of one group for each system, row-major L. BLOCK unknowns at a time: the group subtracts what the
// solved ones contribute (PARTS items a row), then solves the diagonal block in local memory.
#ifdef PARTS
__kernel __attribute__((reqd_work_group_size(BLOCK * PARTS, 1, 1)))
void trsv_walk(const int n, const __global float* restrict l, const int ldl,
               const __global float* restrict inverse_diag, __global float* x) {
    __local float diag[BLOCK][BLOCK + 1];
    __local float partial[BLOCK][PARTS + 1];
    __local float right[BLOCK];
    const int lid = get_local_id(0);
    const int part = lid % PARTS;
    const int row = lid / PARTS;
    const size_t system = get_group_id(0);
    l += system * n * ldl;
    x += system * n;
    inverse_diag += system * n;

    for (int base = 0; base < n; base += BLOCK) {
        for (int s = lid; s < BLOCK * BLOCK; s += BLOCK * PARTS)
            diag[s / BLOCK][s % BLOCK] = l[(base + s / BLOCK) * ldl + base + s % BLOCK];

        float sum = 0.0f;
        for (int j = part; j < base; j += PARTS) sum += l[(base + row) * ldl + j] * x[j];
        partial[row][part] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < BLOCK) {
            float total = x[base + lid];
            for (int p = 0; p < PARTS; ++p) total -= partial[lid][p];
            right[lid] = total;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int i = 0; i < BLOCK; ++i) {
            if (lid == i) right[i] *= inverse_diag[base + i];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lid > i && lid < BLOCK) right[lid] -= diag[lid][i] * right[i];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lid < BLOCK) x[base + lid] = right[lid];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
#endif

// One step of L * X = alpha * B for many right sides, column-major: the rows from `step` on of a diagonal
// block, whose columns of X are kept whole in an item's registers.
#ifdef COLUMNS
__kernel __attribute__((reqd_work_group_size(COLUMNS, 1, 1)))
void trsm_step(const int n, const float alpha, const int step, const __global float* restrict l,
               const int ldl, const __global float* restrict inverse_diag, __global float* b, const int ldb) {
    __local float block[BLOCK * BLOCK];
    __local float moved[COLUMNS][BLOCK + 1];
    const int lid = get_local_id(0);
    const int column0 = get_group_id(0) * COLUMNS;

    for (int s = lid; s < BLOCK * BLOCK; s += COLUMNS) {
        const int r = s % BLOCK;
        const int c = s / BLOCK;
        block[s] = (r >= c) ? l[(step + c) * ldl + step + r] : 0.0f;
    }
    for (int s = lid; s < BLOCK * COLUMNS; s += COLUMNS) {
        const int c = column0 + s / BLOCK;
        moved[s / BLOCK][s % BLOCK] = (c < n) ? alpha * b[c * ldb + step + s % BLOCK] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float solved[BLOCK];
    #pragma unroll
    for (int r = 0; r < BLOCK; ++r) solved[r] = moved[lid][r];
    #pragma unroll
    for (int c = 0; c < BLOCK; ++c) {
        solved[c] *= inverse_diag[step + c];
        #pragma unroll
        for (int r = c + 1; r < BLOCK; ++r) solved[r] -= block[c * BLOCK + r] * solved[c];
    }
    #pragma unroll
    for (int r = 0; r < BLOCK; ++r) moved[lid][r] = solved[r];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = lid; s < BLOCK * COLUMNS; s += COLUMNS) {
        const int c = column0 + s / BLOCK;
        if (c < n) b[c * ldb + step + s % BLOCK] = moved[s / BLOCK][s % BLOCK];
    }
}
#endif
