// SPDX-License-Identifier: GPL-3.0-or-later
// y = A x for a sparse matrix by rows: row r has the elements offsets[r] to offsets[r + 1] - 1, each a column and a
// value. A row is the work of one work-item, of a team, or of a whole group by way of local memory.

#ifndef WG
#define WG 128
#endif
// Work-items a row, a power of two of at most WG.
#ifndef TEAM
#define TEAM 8
#endif
// Rows that a group takes, and room for their elements.
#ifndef ROWS
#define ROWS 64
#endif
#ifndef ROOM
#define ROOM 2048
#endif

// A row a work-item: neighbours read whole rows apart and wait for the longest row among them.
__kernel void sparse_rows_items(__global const uint* offsets, __global const uint* columns,
                                __global const float* elements, __global const float* x, __global float* y, uint rows) {
    const uint row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    const uint end = offsets[row + 1];
    for (uint i = offsets[row]; i < end; ++i) sum += elements[i] * x[columns[i]]; // warpstring: row
    y[row] = sum;
}

// A row a team: its work-items read neighbouring elements, then their sums meet in local memory.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
sparse_rows_teams(__global const uint* offsets, __global const uint* columns, __global const float* elements,
                  __global const float* x, __global float* y, uint rows) {
    __local float sums[WG];
    const uint item = get_local_id(0);
    const uint lane = item % TEAM;
    const uint row = get_global_id(0) / TEAM;
    float sum = 0.0f;
    if (row < rows) {
        const uint end = offsets[row + 1];
        for (uint i = offsets[row] + lane; i < end; i += TEAM) sum += elements[i] * x[columns[i]]; // warpstring: row
    }
    sums[item] = sum;
    #pragma unroll
    for (uint stride = TEAM / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < stride) sums[item] += sums[item + stride];
    }
    if (lane == 0 && row < rows) y[row] = sums[item];
}

// A group streams all products of its ROWS rows into local memory, whatever row they are of, and then each of ROWS
// work-items adds up one row.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
sparse_rows_stream(__global const uint* offsets, __global const uint* columns, __global const float* elements,
                   __global const float* x, __global float* y, uint rows) {
    __local float products[ROOM];
    const uint item = get_local_id(0);
    const uint first = get_group_id(0) * ROWS;
    const uint last = min(first + ROWS, rows);
    const uint start = offsets[first];
    const uint count = offsets[last] - start;
    for (uint i = item; i < count; i += WG) products[i] = elements[start + i] * x[columns[start + i]]; // warpstring: stream
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint row = first + item; row < last; row += WG) {
        float sum = 0.0f;
        const uint end = offsets[row + 1] - start;
        for (uint i = offsets[row] - start; i < end; ++i) sum += products[i]; // warpstring: row
        y[row] = sum;
    }
}
