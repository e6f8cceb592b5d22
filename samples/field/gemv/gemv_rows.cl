// SPDX-License-Identifier: GPL-3.0-or-later
// out = alpha * A * x + beta * y for a row-major matrix: rows are read along their elements.
//
//   VECTOR     width of loads (1, 2, 4, 8); `columns` is a multiple of it
//   ROWS       rows a work-item (gemv_rows_items), or a line of work-items (gemv_rows_groups)
//   WG_SIZE    gemv_rows_items: work-items of a group and elements of x in local memory at a time
//   LANES      gemv_rows_groups: work-items that share a row, a power of two
//   LINES      gemv_rows_groups: such lines a work-group

#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef ROWS
#define ROWS 1
#endif
#ifndef WG_SIZE
#define WG_SIZE 64
#endif
#ifndef LANES
#define LANES 32
#endif
#ifndef LINES
#define LINES 4
#endif

#if VECTOR == 1
typedef float floatv;
#define LOAD(p) (*(p))
#define SUM(v) (v)
#elif VECTOR == 2
typedef float2 floatv;
#define LOAD(p) vload2(0, p)
#define SUM(v) ((v).x + (v).y)
#elif VECTOR == 4
typedef float4 floatv;
#define LOAD(p) vload4(0, p)
#define SUM(v) (((v).x + (v).y) + ((v).z + (v).w))
#else
typedef float8 floatv;
#define LOAD(p) vload8(0, p)
#define SUM(v) (((v).s0 + (v).s1) + ((v).s2 + (v).s3) + (((v).s4 + (v).s5) + ((v).s6 + (v).s7)))
#endif

// A row (or a few, a group's size apart) a work-item. The group's work-items load a piece of x together, then each
// goes along its rows. `columns` is a multiple of WG_SIZE, and that of VECTOR.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void gemv_rows_items(const int rows, const int columns, const float alpha, const float beta,
                              const __global float* restrict a, const __global float* restrict x,
                              const __global float* restrict y, __global float* restrict out) {
    __local float piece[WG_SIZE];
    const int item = get_local_id(0);
    const int first = get_group_id(0) * (WG_SIZE * ROWS) + item;
    float sums[ROWS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) sums[r] = 0.0f;
    for (int outer = 0; outer < columns; outer += WG_SIZE) {
        piece[item] = x[outer + item];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int row = first + r * WG_SIZE;
            if (row < rows) {
                const __global float* from = a + row * columns + outer;
                for (int j = 0; j < WG_SIZE; j += VECTOR) {
                    const floatv products = LOAD(from + j) * LOAD(piece + j);
                    sums[r] += SUM(products);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int row = first + r * WG_SIZE;
        if (row < rows) out[row] = alpha * sums[r] + beta * y[row];
    }
}

// LANES neighbours share ROWS consecutive rows, so that what they load of x serves all of these; a group has LINES
// such lines. The lanes' sums meet in local memory, a row after the other.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void gemv_rows_groups(const int rows, const int columns, const float alpha, const float beta,
                               const __global float* restrict a, const __global float* restrict x,
                               const __global float* restrict y, __global float* restrict out) {
    __local float shared[LINES][LANES];
    const int lane = get_local_id(0);
    const int line = get_local_id(1);
    const int first = get_global_id(1) * ROWS;
    floatv sums[ROWS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) sums[r] = (floatv)(0.0f);
    for (int column = lane * VECTOR; column < columns; column += LANES * VECTOR) {
        const floatv xs = LOAD(x + column);
        #pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int row = min(first + r, rows - 1);
            sums[r] += LOAD(a + row * columns + column) * xs;
        }
    }
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        shared[line][lane] = SUM(sums[r]);
        for (int stride = LANES / 2; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane < stride) shared[line][lane] += shared[line][lane + stride];
        }
        const int row = first + r;
        if (lane == 0 && row < rows) out[row] = alpha * shared[line][0] + beta * y[row];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
