// SPDX-License-Identifier: GPL-3.0-or-later
// out = alpha * A^T * x + beta * y for a row-major matrix: an element of `out` is a sum along a column of A. (A
// product with a column-major matrix as it stands is the same.)
//
//   VECTOR    neighbouring columns a work-item (1, 2, 4); `columns` is a multiple of it
//   UNROLL    rows that are loaded before they are added; gemv_columns_items takes the rest one by one
//   LANES     work-items side by side
//   LINES     gemv_columns_groups: work-items that share columns, a power of two

#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef LANES
#define LANES 32
#endif
#ifndef LINES
#define LINES 8
#endif

#if VECTOR == 1
typedef float floatv;
#elif VECTOR == 2
typedef float2 floatv;
#else
typedef float4 floatv;
#endif

// A vector of columns a work-item, from the first row to the last: no work-item waits for another, but there are
// few of them.
__kernel void gemv_columns_items(const int rows, const int columns, const float alpha, const float beta,
                                 const __global floatv* restrict a, const __global float* restrict x,
                                 const __global floatv* restrict y, __global floatv* restrict out) {
    const int vectors = columns / VECTOR;
    const int column = get_global_id(0);
    if (column >= vectors) return;
    floatv sum = (floatv)(0.0f);
    int row = 0;
    for (; row + UNROLL <= rows; row += UNROLL) {
        floatv loaded[UNROLL];
        #pragma unroll
        for (int u = 0; u < UNROLL; ++u) loaded[u] = a[(row + u) * vectors + column];
        #pragma unroll
        for (int u = 0; u < UNROLL; ++u) sum += loaded[u] * x[row + u];
    }
    for (; row < rows; ++row) sum += a[row * vectors + column] * x[row];
    out[column] = alpha * sum + beta * y[column];
}

// The rows are dealt to the group's LINES lines of work-items, whose sums meet in local memory.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void gemv_columns_groups(const int rows, const int columns, const float alpha, const float beta,
                                  const __global floatv* restrict a, const __global float* restrict x,
                                  const __global floatv* restrict y, __global floatv* restrict out) {
    __local floatv shared[LINES][LANES];
    const int vectors = columns / VECTOR;
    const int lane = get_local_id(0);
    const int line = get_local_id(1);
    const int column = get_global_id(0);
    floatv sum = (floatv)(0.0f);
    if (column < vectors) {
        #pragma unroll UNROLL
        for (int row = line; row < rows; row += LINES) sum += a[row * vectors + column] * x[row];
    }
    shared[line][lane] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stride = LINES / 2; stride > 0; stride /= 2) {
        if (line < stride) shared[line][lane] += shared[line + stride][lane];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (line == 0 && column < vectors) out[column] = alpha * shared[0][lane] + beta * y[column];
}
