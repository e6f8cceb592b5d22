// SPDX-License-Identifier: GPL-3.0-or-later
// Updates of a row-major matrix in place by products of vectors or of a thin matrix; those of a symmetric matrix
// touch its lower triangle alone.
//
//   VECTOR     ger_items: width of loads and stores (1, 2, 4); `columns` is a multiple of it
//   ROWS       ger_items: consecutive rows a work-item
//   TILE_X, TILE_Y   ger_tiles: a work-group's tile, LANES x LINES work-items
//   TILE       syrk_lower_tiles: side of a work-group's tile, a multiple of SIDE
//   SIDE       syrk_lower_tiles: work-items along a side of the work-group
//   DEPTH      syrk_lower_tiles: depth of a step

#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef ROWS
#define ROWS 1
#endif
#ifndef TILE_X
#define TILE_X 64
#endif
#ifndef TILE_Y
#define TILE_Y 64
#endif
#ifndef LANES
#define LANES 32
#endif
#ifndef LINES
#define LINES 8
#endif
#ifndef TILE
#define TILE 64
#endif
#ifndef SIDE
#define SIDE 16
#endif
#ifndef DEPTH
#define DEPTH 16
#endif

#if VECTOR == 1
typedef float floatv;
#elif VECTOR == 2
typedef float2 floatv;
#else
typedef float4 floatv;
#endif

// a += alpha * x * y^T: a vector of columns and a few rows a work-item.
__kernel void ger_items(const uint rows, const uint columns, const float alpha, const __global float* restrict x,
                        const __global floatv* restrict y, __global floatv* restrict a) {
    const uint vectors = columns / VECTOR;
    const uint column = get_global_id(0);
    const uint first = get_global_id(1) * ROWS;
    if (column >= vectors) return;
    const floatv scaled = alpha * y[column];
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r)
        if (first + r < rows) a[(first + r) * vectors + column] += x[first + r] * scaled;
}

// The same by tiles whose pieces of x and y are in local memory; work-items go over the tile in steps of the group.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void ger_tiles(const uint rows, const uint columns, const float alpha, const __global float* restrict x,
                        const __global float* restrict y, __global float* restrict a) {
    __local float xs[TILE_Y];
    __local float ys[TILE_X];
    const uint item = get_local_id(1) * LANES + get_local_id(0);
    const uint first_row = get_group_id(1) * TILE_Y;
    const uint first_column = get_group_id(0) * TILE_X;
    for (uint i = item; i < TILE_Y; i += LANES * LINES)
        xs[i] = first_row + i < rows ? alpha * x[first_row + i] : 0.0f;
    for (uint i = item; i < TILE_X; i += LANES * LINES)
        ys[i] = first_column + i < columns ? y[first_column + i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint end_row = min((uint)TILE_Y, rows - first_row);
    const uint end_column = min((uint)TILE_X, columns - first_column);
    for (uint i = get_local_id(1); i < end_row; i += LINES)
        for (uint j = get_local_id(0); j < end_column; j += LANES)
            a[(first_row + i) * columns + first_column + j] += xs[i] * ys[j];
}

// a += alpha * (x * y^T + y * x^T), lower triangle: an element a work-item, those above the diagonal leave.
__kernel void syr2_lower_items(const uint n, const float alpha, const __global float* restrict x,
                               const __global float* restrict y, __global float* restrict a) {
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    if (row >= n || column > row) return;
    a[row * n + column] += alpha * (x[row] * y[column] + y[row] * x[column]);
}

#define WORK (TILE / SIDE)

// c = alpha * a * a^T + beta * c for an a of n rows of k, lower triangle: groups whose tile lies above the diagonal
// leave at once, those on the diagonal store a part of theirs. n is a multiple of TILE and k of DEPTH.
__attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
__kernel void syrk_lower_tiles(const uint n, const uint k, const float alpha, const float beta,
                               const __global float* restrict a, __global float* restrict c) {
    __local float row_tile[DEPTH][TILE + 1];
    __local float column_tile[DEPTH][TILE + 1];
    const uint group_row = get_group_id(1);
    const uint group_column = get_group_id(0);
    if (group_column > group_row) return;
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    float sums[WORK][WORK];
    #pragma unroll
    for (uint r = 0; r < WORK; ++r)
        #pragma unroll
        for (uint j = 0; j < WORK; ++j) sums[r][j] = 0.0f;
    for (uint outer = 0; outer < k; outer += DEPTH) {
        for (uint at = y * SIDE + x; at < TILE * DEPTH; at += SIDE * SIDE) {
            const uint depth = at % DEPTH;
            const uint line = at / DEPTH;
            row_tile[depth][line] = a[(group_row * TILE + line) * k + outer + depth];
            column_tile[depth][line] = a[(group_column * TILE + line) * k + outer + depth];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 4
        for (uint i = 0; i < DEPTH; ++i) {
            float bs[WORK];
            #pragma unroll
            for (uint j = 0; j < WORK; ++j) bs[j] = column_tile[i][x + j * SIDE];
            #pragma unroll
            for (uint r = 0; r < WORK; ++r) {
                const float element = row_tile[i][y + r * SIDE];
                #pragma unroll
                for (uint j = 0; j < WORK; ++j) sums[r][j] += element * bs[j];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (uint r = 0; r < WORK; ++r) {
        const uint row = group_row * TILE + y + r * SIDE;
        #pragma unroll
        for (uint j = 0; j < WORK; ++j) {
            const uint column = group_column * TILE + x + j * SIDE;
            if (column <= row) c[row * n + column] = alpha * sums[r][j] + beta * c[row * n + column];
        }
    }
}
