// SPDX-License-Identifier: GPL-3.0-or-later
// out = alpha * A * x + beta * y for a row-major matrix: the linear algebra of Steuwer (dissertation, Münster
// 2015), section 6.3, once with a row for a work-item and once with a row for a work-group.

// A row a work-item: neighbours read the same column of different rows, `columns` elements apart, and the
// number of rows bounds the parallelism.
__kernel void gemv_item(__global const float* a, __global const float* x, __global const float* y,
                        __global float* out, float alpha, float beta, uint rows, uint columns) {
    const uint row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    for (uint column = 0; column < columns; ++column) sum += a[row * columns + column] * x[column];
    out[row] = alpha * sum + beta * y[row];
}

#ifndef WG_SIZE
#define WG_SIZE 128
#endif

// A row a work-group: neighbours read neighbours, and the sums of the work-items meet in local memory.
__kernel void gemv_group(__global const float* a, __global const float* x, __global const float* y,
                         __global float* out, float alpha, float beta, uint columns) {
    __local float shared[WG_SIZE];
    const uint row = get_group_id(0);
    const uint item = get_local_id(0);
    __global const float* elements = a + row * columns;
    float sum = 0.0f;
    for (uint column = item; column < columns; column += WG_SIZE) sum += elements[column] * x[column];
    shared[item] = sum;
    for (uint stride = WG_SIZE / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < stride) shared[item] += shared[item + stride];
    }
    if (item == 0) out[row] = alpha * shared[0] + beta * y[row];
}
