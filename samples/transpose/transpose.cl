// SPDX-License-Identifier: GPL-3.0-or-later
// Transposition of a matrix of n x n floats, out of place, and a copy of it as the yardstick: they move the same
// bytes. A group of 256 work-items has the elements of a tile of TILE x TILE, 16 or 32, and each work-item one
// element or four of them, STEP rows apart. n is a multiple of TILE.
#ifndef TILE
#define TILE 32
#endif
#define STEP (256 / TILE)

// What no transposition can beat: neighbours read and write neighbours.
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1))) void
transpose_copy(__global const float* in, __global float* out, int n) {
    const int column = get_group_id(0) * TILE + get_local_id(0);
    const int row = get_group_id(1) * TILE + get_local_id(1);
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) out[(row + r) * n + column] = in[(row + r) * n + column];
}

// Neighbours read neighbours and write n floats apart.
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1))) void
transpose_strided_write(__global const float* in, __global float* out, int n) {
    const int column = get_group_id(0) * TILE + get_local_id(0);
    const int row = get_group_id(1) * TILE + get_local_id(1);
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) out[column * n + row + r] = in[(row + r) * n + column];
}

// Neighbours read n floats apart and write neighbours.
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1))) void
transpose_strided_read(__global const float* in, __global float* out, int n) {
    const int column = get_group_id(0) * TILE + get_local_id(0);
    const int row = get_group_id(1) * TILE + get_local_id(1);
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) out[(row + r) * n + column] = in[column * n + row + r];
}

// Through local memory, which takes the stride: global memory is read and written along rows. A column of the
// tile lies in one bank (TILE 32) or two (TILE 16).
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1))) void
transpose_tiled(__global const float* in, __global float* out, int n) {
    __local float tile[TILE][TILE];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int left = get_group_id(0) * TILE;
    const int top = get_group_id(1) * TILE;
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) tile[ty + r][tx] = in[(top + ty + r) * n + left + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) out[(left + ty + r) * n + top + tx] = tile[tx][ty + r];
}

// The same with one unused float at the end of each row of the tile, which moves the elements of a column to
// different banks.
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1))) void
transpose_padded(__global const float* in, __global float* out, int n) {
    __local float tile[TILE][TILE + 1];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int left = get_group_id(0) * TILE;
    const int top = get_group_id(1) * TILE;
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) tile[ty + r][tx] = in[(top + ty + r) * n + left + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int r = 0; r < TILE; r += STEP) out[(left + ty + r) * n + top + tx] = tile[tx][ty + r];
}
