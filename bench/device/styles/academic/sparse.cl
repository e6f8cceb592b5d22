// SPDX-License-Identifier: GPL-3.0-or-later
// Products of a sparse matrix and a vector, in four storages.

// Compressed rows, an item a row.
__kernel void spmv_csr_scalar(__global const int* row_begin, __global const int* columns,
                              __global const float* values, __global const float* x, __global float* y,
int rows) {
    const int row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    const int end = row_begin[row + 1];
    for (int j = row_begin[row]; j < end; ++j) sum += values[j] * x[columns[j]];
    y[row] = sum;
}

#ifndef WG_SIZE
#define WG_SIZE 128
#endif
#ifndef LANES
#define LANES 32
#endif

// Compressed rows, LANES items a row, whose parts are summed in local memory.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
spmv_csr_vector(__global const int* row_begin, __global const int* columns, __global const float* values,
                __global const float* x, __global float* y, int rows) {
    __local float parts[WG_SIZE];
    const int item = get_local_id(0);
    const int lane = item & (LANES - 1);
    const int row = (int)get_group_id(0) * (WG_SIZE / LANES) + item / LANES;
    float sum = 0.0f;
    if (row < rows) {
        const int end = row_begin[row + 1];
        for (int j = row_begin[row] + lane; j < end; j += LANES) sum += values[j] * x[columns[j]];
    }
    parts[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = LANES / 2; reach > 0; reach /= 2) {
        if (lane < reach) parts[item] += parts[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < rows) y[row] = parts[item];
}

// Rows padded to one width, stored column after column.
__kernel void spmv_ell(__global const int* columns, __global const float* values, __global const float* x,
                       __global float* y, int rows, int width) {
    const int row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    for (int k = 0; k < width; ++k) {
        const int at = k * rows + row;
        const float value = values[at];
        if (value != 0.0f) sum += value * x[columns[at]];
    }
    y[row] = sum;
}

#ifndef AHEAD
#define AHEAD 0
#endif

// Jagged diagonals: rows ordered by length, 32 rows sharing a length; diagonal k begins at diag_begin[k].
// With AHEAD the next element is loaded before the last is used.
__kernel void spmv_jagged(__global const int* diag_begin, __global const int* lengths,
                          __global const int* columns, __global const float* values,
                          __global const int* order, __constant float* scale, __global const float* x,
                          __global float* y, int rows) {
    const int row = get_global_id(0);
    if (row >= rows) return;
    const int length = lengths[row >> 5];
    float sum = 0.0f;
#if AHEAD
    int at = diag_begin[0] + row;
    float value = values[at];
    int column = columns[at];
    for (int k = 1; k < length; ++k) {
        at = diag_begin[k] + row;
        const float later = values[at];
        const int then = columns[at];
        sum += value * x[column];
        value = later;
        column = then;
    }
    sum += value * x[column];
#else
    for (int k = 0; k < length; ++k) {
        const int at = diag_begin[k] + row;
        sum += values[at] * x[columns[at]];
    }
#endif
    y[order[row]] = sum * scale[0];
}
