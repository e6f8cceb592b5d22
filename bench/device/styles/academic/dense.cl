// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of dense factorisations.
#ifndef B
#define B 16
#endif

// The block row and the block column of an LU decomposition without pivots beside its diagonal block
// `step`, which is already decomposed. Half of a group's 2 * B items take a block of the row, half one of
// the column.
__kernel __attribute__((reqd_work_group_size(2 * B, 1, 1))) void
lu_perimeter(__global const float* m, __global float* result, int n, int step) {
    __local float diagonal[B][B];
    __local float row[B][B];
    __local float column[B][B + 1];
    const int t = get_local_id(0);
    const int corner = step * B * (n + 1);
    const int along = ((int)get_group_id(0) + 1) * B;
    const int k = t % B;

    if (t < B) {
        for (int i = 0; i < B / 2; ++i) diagonal[i][k] = m[corner + i * n + k];
        for (int i = 0; i < B; ++i) row[i][k] = m[corner + along + i * n + k];
    } else {
        for (int i = B / 2; i < B; ++i) diagonal[i][k] = m[corner + i * n + k];
        for (int i = 0; i < B; ++i) column[i][k] = m[corner + (along + i) * n + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t < B) {
        for (int i = 1; i < B; ++i)
            for (int j = 0; j < i; ++j) row[i][k] -= diagonal[i][j] * row[j][k];
    } else {
        for (int i = 0; i < B; ++i) {
            for (int j = 0; j < i; ++j) column[k][i] -= column[k][j] * diagonal[j][i];
            column[k][i] /= diagonal[i][i];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t < B) {
        for (int i = 0; i < B; ++i) result[corner + along + i * n + k] = row[i][k];
    } else {
        for (int i = 0; i < B; ++i) result[corner + (along + i) * n + k] = column[i][k];
    }
}

// What is left below and right of it: each block less the product of its block of the column and of the row.
__kernel __attribute__((reqd_work_group_size(B, B, 1))) void
lu_internal(__global float* m, int n, int step) {
    __local float row[B][B];
    __local float column[B][B];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int corner = step * B * (n + 1);
    const int right = ((int)get_group_id(0) + 1) * B;
    const int down = ((int)get_group_id(1) + 1) * B;

    row[y][x] = m[corner + y * n + right + x];
    column[y][x] = m[corner + (down + y) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < B; ++i) sum += column[y][i] * row[i][x];
    m[corner + (down + y) * n + right + x] -= sum;
}

#ifndef WG_SIZE
#define WG_SIZE 256
#endif

// Applies a reflector v (of `rows` elements, scaled by tau) to the columns of a matrix that is stored
// column after column, a group a column.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
reflector_apply(__global float* a, __global const float* v, int rows, int pitch, float tau) {
    __local float parts[WG_SIZE];
    const int t = get_local_id(0);
    __global float* column = a + (size_t)get_group_id(0) * pitch;
    float sum = 0.0f;
    for (int i = t; i < rows; i += WG_SIZE) sum += column[i] * v[i];
    parts[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (t < reach) parts[t] += parts[t + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float factor = tau * parts[0];
    for (int i = t; i < rows; i += WG_SIZE) column[i] -= factor * v[i];
}
