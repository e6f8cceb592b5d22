// SPDX-License-Identifier: GPL-3.0-or-later
// Many small dense systems of SIZE equations, each solved by one work-item in private arrays.
//
// Macros: SIZE (3 to 8); TOGETHER tells whether a system's numbers lie together (1) or equal numbers of all systems
// do (0), so that neighbouring work-items read neighbouring places.
#ifndef SIZE
#define SIZE 4
#endif
#ifndef TOGETHER
#define TOGETHER 0
#endif

// The place of number `number` of `numbers` of system `system`.
#if TOGETHER
#define PLACE(number, numbers) (system * (numbers) + (number))
#else
#define PLACE(number, numbers) ((number) * systems + system)
#endif

// L and U without pivots: SIZE is added to the diagonal, which then dominates.
__kernel void lu_solve_small(__global const float* matrices, __global const float* right, __global float* x,
                             int systems) {
    const int system = get_global_id(0);
    if (system >= systems) return;
    float a[SIZE][SIZE];
    float b[SIZE];
    for (int i = 0; i < SIZE; ++i) {
        for (int j = 0; j < SIZE; ++j)
            a[i][j] = matrices[PLACE(i * SIZE + j, SIZE * SIZE)] + (i == j ? (float)SIZE : 0.0f);
        b[i] = right[PLACE(i, SIZE)];
    }
    for (int k = 0; k < SIZE; ++k) {
        const float inverse = 1.0f / a[k][k];
        for (int i = k + 1; i < SIZE; ++i) {
            const float factor = a[i][k] * inverse;
            for (int j = k + 1; j < SIZE; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int i = SIZE - 1; i >= 0; --i) {
        for (int j = i + 1; j < SIZE; ++j) b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
    for (int i = 0; i < SIZE; ++i) x[PLACE(i, SIZE)] = b[i];
}

// Cholesky's factorisation of a symmetric matrix of which the lower half is given, row by row; SIZE is added to the
// diagonal.
__kernel void cholesky_solve_small(__global const float* matrices, __global const float* right, __global float* x,
                                   int systems) {
    const int system = get_global_id(0);
    if (system >= systems) return;
    float l[SIZE * (SIZE + 1) / 2];
    float b[SIZE];
    #pragma unroll
    for (int i = 0; i < SIZE; ++i) {
        #pragma unroll
        for (int j = 0; j <= i; ++j) {
            float sum = matrices[PLACE(i * (i + 1) / 2 + j, SIZE * (SIZE + 1) / 2)] + (i == j ? (float)SIZE : 0.0f);
            for (int k = 0; k < j; ++k) sum -= l[i * (i + 1) / 2 + k] * l[j * (j + 1) / 2 + k];
            // On the diagonal, the root's inverse.
            l[i * (i + 1) / 2 + j] = i == j ? rsqrt(sum) : sum * l[j * (j + 1) / 2 + j];
        }
        b[i] = right[PLACE(i, SIZE)];
    }
    #pragma unroll
    for (int i = 0; i < SIZE; ++i) {
        for (int j = 0; j < i; ++j) b[i] -= l[i * (i + 1) / 2 + j] * b[j];
        b[i] *= l[i * (i + 1) / 2 + i];
    }
    #pragma unroll
    for (int i = SIZE - 1; i >= 0; --i) {
        for (int j = i + 1; j < SIZE; ++j) b[i] -= l[j * (j + 1) / 2 + i] * b[j];
        b[i] *= l[i * (i + 1) / 2 + i];
    }
    #pragma unroll
    for (int i = 0; i < SIZE; ++i) x[PLACE(i, SIZE)] = b[i];
}

// Gauss's elimination with the largest pivot of a column. Rows are exchanged, so the array is indexed by what the data
// says. SIZE is added to the elements (i, (i + system) % SIZE), so that the pivots differ among work-items.
__kernel void gauss_solve_pivots(__global const float* matrices, __global const float* right, __global float* x,
                                 int systems) {
    const int system = get_global_id(0);
    if (system >= systems) return;
    float a[SIZE][SIZE + 1];
    for (int i = 0; i < SIZE; ++i) {
        for (int j = 0; j < SIZE; ++j)
            a[i][j] = matrices[PLACE(i * SIZE + j, SIZE * SIZE)] + ((i + system) % SIZE == j ? (float)SIZE : 0.0f);
        a[i][SIZE] = right[PLACE(i, SIZE)];
    }
    for (int k = 0; k < SIZE; ++k) {
        int pivot = k;
        for (int i = k + 1; i < SIZE; ++i)
            if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
        if (pivot != k) {
            for (int j = k; j <= SIZE; ++j) {
                const float moved = a[k][j];
                a[k][j] = a[pivot][j];
                a[pivot][j] = moved;
            }
        }
        for (int i = k + 1; i < SIZE; ++i) {
            const float factor = a[i][k] / a[k][k];
            for (int j = k + 1; j <= SIZE; ++j) a[i][j] -= factor * a[k][j];
        }
    }
    for (int i = SIZE - 1; i >= 0; --i) {
        float sum = a[i][SIZE];
        for (int j = i + 1; j < SIZE; ++j) sum -= a[i][j] * a[j][SIZE];
        a[i][SIZE] = sum / a[i][i];
        x[PLACE(i, SIZE)] = a[i][SIZE];
    }
}
