// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that read what work-items of a group share, in the forms that kernels have them.

__kernel void product(__global const float* a, __global const float* b, __global float* c, int n, int depth) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[k * n + column]; // in order
    c[row * n + column] = sum;
}

// A is read along columns, and items beyond the matrix would be kept out.
__kernel void product_transposed(__global float* restrict a, __global float* restrict b, __global float* restrict c,
                                 uint m, uint n, uint depth) {
    const size_t column = get_global_id(0);
    const size_t row = get_global_id(1);
    if (row >= m || column >= n) return;
    __global const float* below = b + column;
    float sum = 0.0f;
    #pragma unroll 2
    for (uint k = 0; k < depth; k++) {
        const uint at = k * m + (uint)row;

        sum = fma(a[at], below[k * n], sum) + a[at];
    }
    c[row * n + column] = sum;
}

// Each work-item computes 4 x 4 elements, a group's size apart.
__kernel void product_jammed(__global const float* a, __global const float* b, __global float* c, int n, int depth) {
    const int column_0 = get_group_id(0) * 32 + get_local_id(0);
    const int column_1 = get_group_id(0) * 32 + 8 + get_local_id(0);
    const int column_2 = get_group_id(0) * 32 + 16 + get_local_id(0);
    const int column_3 = get_group_id(0) * 32 + 24 + get_local_id(0);
    const int row_0 = get_group_id(1) * 32 + get_local_id(1);
    const int row_1 = get_group_id(1) * 32 + 8 + get_local_id(1);
    const int row_2 = get_group_id(1) * 32 + 16 + get_local_id(1);
    const int row_3 = get_group_id(1) * 32 + 24 + get_local_id(1);
    float4 sum_0 = 0.0f, sum_1 = 0.0f, sum_2 = 0.0f, sum_3 = 0.0f;
    for (int k = 0; k < depth; ++k) {
        const float4 right =
            (float4)(b[k * n + column_0], b[k * n + column_1], b[k * n + column_2], b[k * n + column_3]);
        sum_0 += a[row_0 * depth + k] * right;
        sum_1 += a[row_1 * depth + k] * right;
        sum_2 += a[row_2 * depth + k] * right;
        sum_3 += a[row_3 * depth + k] * right + 0.5f * a[row_0 * depth + k];
    }
    __global float* out = c + column_0;
    out[row_0 * n] = sum_0.x, out[row_0 * n + 8] = sum_0.y, out[row_0 * n + 16] = sum_0.z;
    out[row_1 * n] = sum_1.x, out[row_1 * n + 8] = sum_1.y, out[row_1 * n + 16] = sum_1.z;
    out[row_2 * n] = sum_2.x, out[row_2 * n + 8] = sum_2.y, out[row_2 * n + 16] = sum_2.z;
    out[row_3 * n] = sum_3.x, out[row_3 * n + 8] = sum_3.y, out[row_3 * n + 16] = sum_3.z;
    c[row_0 * n + column_3] = sum_0.w, c[row_1 * n + column_3] = sum_1.w;
    c[row_2 * n + column_3] = sum_2.w, c[row_3 * n + column_3] = sum_3.w;
}

#ifndef WG_X
#define WG_X 16
#define WG_Y 8
#endif

// Several products, one after the other, in groups whose size macros say.
__kernel void products(__global const float* a, __global const float* b, __global float* c, int n, int count) {
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int column = get_group_id(0) * WG_X + tx, row = get_group_id(1) * WG_Y + ty;
    for (int p = 0; p < count; ++p) {
        float sum = 0.0f;
        for (int k = 0; k < n; ++k) sum += a[(p * n + row) * n + k] * b[(p * n + k) * n + column];
        c[(p * n + row) * n + column] = sum;
    }
}

// Weights that all share, numbered from below zero.
__kernel void window(__constant float* weights, __global const float* in, __global float* out, int n) {
    const int x = get_global_id(0);
    float sum = 0.0f;
    for (int k = -8; k <= 8; ++k) sum += weights[(k + 8) * 2 / 2] * in[clamp(x + k, 0, n - 1)];
    out[x] = sum;
}

__kernel void matrix_vector(__global const float* a, __global const float* x, __global float* y, uint columns) {
    const uint row = get_global_id(0);
    float sum = 0.0f;
    for (uint column = 0; column < columns; ++column) sum += a[row * columns + column] * x[column];
    y[row] = sum;
}

// Neighbours share an element, the number of which only holds in the type that it has.
__kernel void halves(__global const float2* a, __global float* out, int n) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int low = (y - 3) / 2 + 1;
    float sum = 0.0f;
    #pragma unroll 2
    for (int k = 3; k < n; ++k) {
        const float2 pair = a[low * n + k - (k % 2)];
        sum += pair.x - a[z * n + n - 1 - k].y;
    }
    out[(z * get_global_size(1) + y) * get_global_size(0) + x] = sum;
}

// Iterations share an element, and the first of them count from below zero.
__kernel void iterations_halved(__global const float* b, __global float* c, int n) {
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = y;
    for (int k = 0; k < n; ++k) sum = sum * 0.5f + b[((k - 3) / 2 + 2) * n + x];
    c[y * n + x] = sum;
}
