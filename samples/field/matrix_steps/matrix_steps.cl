// SPDX-License-Identifier: GPL-3.0-or-later
// Steps on matrices and rows: transposition of halves and doubles, one column of Gauss's elimination, running products.
//
// Macros: TILE is the width of a tile, ROWS how many of its rows a group has work-items for, PAD by how many elements a
// tile's rows lie further apart; SIZE the local size and OWN how many elements a work-item has of running products.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifndef TILE
#define TILE 32
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef PAD
#define PAD 1
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef OWN
#define OWN 4
#endif

// out (width rows of height) is the transpose of in (height rows of width); halves pass through floats.
__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose_halves(__global const half* in, __global half* out, int width, int height) {
    __local float tile[TILE][TILE + PAD];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int left = get_group_id(0) * TILE;
    const int top = get_group_id(1) * TILE;
    for (int y = ty; y < TILE; y += ROWS)
        if (left + tx < width && top + y < height) tile[y][tx] = vload_half((top + y) * width + left + tx, in);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = ty; y < TILE; y += ROWS)
        if (top + tx < height && left + y < width) vstore_half(tile[tx][y], (left + y) * height + top + tx, out);
}

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose_doubles(__global const double* in, __global double* out, int width, int height) {
    __local double tile[TILE][TILE + PAD];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int left = get_group_id(0) * TILE;
    const int top = get_group_id(1) * TILE;
    for (int y = ty; y < TILE; y += ROWS)
        if (left + tx < width && top + y < height) tile[y][tx] = in[(top + y) * width + left + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = ty; y < TILE; y += ROWS)
        if (top + tx < height && left + y < width) out[(left + y) * height + top + tx] = tile[tx][y];
}

// Column `stage` of an n x n matrix, whose rows come in the order of `order`: the rows after that of the pivot lose
// their share of it. The rest is copied; the pivot is moved off zero by 2.
__kernel void eliminate_column(__global const float* before, __global const int* order, __global float* after, int n,
                               int stage) {
    const int column = get_global_id(0);
    const int place = get_global_id(1);
    if (column >= n || place >= n) return;
    const int row = order[place];
    float value = before[row * n + column];
    if (place > stage && column >= stage) {
        const int pivot = order[stage];
        const float factor = before[row * n + stage] / (before[pivot * n + stage] + 2.0f);
        value -= factor * before[pivot * n + column];
    }
    after[row * n + column] = value;
}

// Running products of each OWN * SIZE elements, a group each: a work-item multiplies its OWN neighbouring elements, the
// group makes running products of the results by doubling steps, and the elements follow.
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
running_products(__global const float* in, __global float* out) {
    __local float products[2][SIZE];
    const int item = get_local_id(0);
    const int first = get_global_id(0) * OWN;
    float own[OWN];
    own[0] = in[first];
    #pragma unroll
    for (int k = 1; k < OWN; ++k) own[k] = own[k - 1] * in[first + k];
    int now = 0;
    products[0][item] = own[OWN - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < SIZE; distance *= 2) {
        float product = products[now][item];
        if (item >= distance) product *= products[now][item - distance];
        now = 1 - now;
        products[now][item] = product;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float before = item > 0 ? products[now][item - 1] : 1.0f;
    #pragma unroll
    for (int k = 0; k < OWN; ++k) out[first + k] = before * own[k];
}
