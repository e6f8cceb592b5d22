// SPDX-License-Identifier: GPL-3.0-or-later
// Rank-one updates of column-major matrices. An item has WPX rows, LOCAL_X apart, of WPY columns, LOCAL_Y
// apart; the values of both vectors are kept in registers.

// A += alpha * x * y'
__kernel __attribute__((reqd_work_group_size(LOCAL_X, LOCAL_Y, 1)))
void ger_block(const int m, const int n, const float alpha,
               const __global float* restrict x, const int x_inc,
               const __global float* restrict y, const int y_inc,
               __global float* a, const int lda) {
    const int row0 = get_group_id(0) * LOCAL_X * WPX + get_local_id(0);
    const int column0 = get_group_id(1) * LOCAL_Y * WPY + get_local_id(1);
    float xs[WPX];
    float ys[WPY];
    #pragma unroll
    for (int i = 0; i < WPX; ++i) {
        const int row = row0 + i * LOCAL_X;
        xs[i] = (row < m) ? alpha * x[row * x_inc] : 0.0f;
    }
    #pragma unroll
    for (int j = 0; j < WPY; ++j) {
        const int column = column0 + j * LOCAL_Y;
        ys[j] = (column < n) ? y[column * y_inc] : 0.0f;
    }
    #pragma unroll
    for (int j = 0; j < WPY; ++j) {
        #pragma unroll
        for (int i = 0; i < WPX; ++i) {
            const int row = row0 + i * LOCAL_X;
            const int column = column0 + j * LOCAL_Y;
            if (row < m && column < n) a[column * lda + row] += xs[i] * ys[j];
        }
    }
}

// The lower triangle of A += alpha * x * x' + alpha * y * y'. Groups above the diagonal have nothing to do.
__kernel __attribute__((reqd_work_group_size(LOCAL_X, LOCAL_Y, 1)))
void syr_pair_lower(const int n, const float alpha, const __global float* restrict x,
                    const __global float* restrict y, __global float* a, const int lda) {
    const int last_row = (get_group_id(0) + 1) * LOCAL_X * WPX - 1;
    const int first_column = get_group_id(1) * LOCAL_Y * WPY;
    if (last_row < first_column) return;

    #pragma unroll
    for (int j = 0; j < WPY; ++j) {
        const int column = first_column + j * LOCAL_Y + get_local_id(1);
        if (column >= n) continue;
        const float xc = alpha * x[column];
        const float yc = alpha * y[column];
        #pragma unroll
        for (int i = 0; i < WPX; ++i) {
            const int row = get_group_id(0) * LOCAL_X * WPX + i * LOCAL_X + get_local_id(0);
            if (row < n && row >= column) a[column * lda + row] += x[row] * xc + y[row] * yc;
        }
    }
}
