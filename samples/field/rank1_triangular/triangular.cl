// SPDX-License-Identifier: GPL-3.0-or-later
// Products with and solutions of lower triangular matrices, row-major unless a macro says otherwise. Matrices that
// are solved have ones on their diagonal, which are not stored: what stands there is not read.
//
//   WG_SIZE        work-items of a group, for trmv_lower_groups a power of two
//   BLOCK          trsv_lower_blocks: unknowns that one work-item solves before all go on
//   COLUMN_MAJOR   trsv_lower_blocks: 1: columns of the matrices lie together, 0: rows do
//   N_MAX          trsv_lower_blocks: most unknowns that there is room for
//   SIZE           trsm_lower_items: unknowns of a column

#ifndef WG_SIZE
#define WG_SIZE 128
#endif
#ifndef BLOCK
#define BLOCK 16
#endif
#ifndef COLUMN_MAJOR
#define COLUMN_MAJOR 0
#endif
#ifndef N_MAX
#define N_MAX 1024
#endif
#ifndef SIZE
#define SIZE 16
#endif

// out = A * x, a row a work-group: the sum ends at the diagonal.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void trmv_lower_groups(const uint n, const __global float* restrict a, const __global float* restrict x,
                                __global float* restrict out) {
    __local float shared[WG_SIZE];
    const uint row = get_group_id(0);
    const uint item = get_local_id(0);
    const __global float* elements = a + row * n;
    float sum = 0.0f;
    for (uint column = item; column <= row; column += WG_SIZE) sum += elements[column] * x[column];
    shared[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = WG_SIZE / 2; stride > 0; stride >>= 1) {
        if (item < stride) shared[item] += shared[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) out[row] = shared[0];
}

#if COLUMN_MAJOR
#define AT(row, column) ((column) * n + (row))
#else
#define AT(row, column) ((row) * n + (column))
#endif

// A * x = b, a system a work-group. One work-item solves a block of unknowns, the others wait; then all take what
// these contribute off the rows below. n is a multiple of BLOCK.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void trsv_lower_blocks(const uint n, const __global float* restrict a, const __global float* restrict b,
                                __global float* restrict x) {
    __local float xs[N_MAX];
    __local float diagonal[BLOCK][BLOCK + 1];
    const uint item = get_local_id(0);
    const uint system = get_group_id(0);
    const __global float* matrix = a + system * n * n;
    for (uint i = item; i < n; i += WG_SIZE) xs[i] = b[system * n + i];
    for (uint first = 0; first < n; first += BLOCK) {
        for (uint at = item; at < BLOCK * BLOCK; at += WG_SIZE)
            diagonal[at / BLOCK][at % BLOCK] = matrix[AT(first + at / BLOCK, first + at % BLOCK)];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            for (uint row = 1; row < BLOCK; ++row) {
                float value = xs[first + row];
                for (uint column = 0; column < row; ++column) value -= diagonal[row][column] * xs[first + column];
                xs[first + row] = value;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint row = first + BLOCK + item; row < n; row += WG_SIZE) {
            float value = xs[row];
            #pragma unroll 4
            for (uint column = 0; column < BLOCK; ++column)
                value -= matrix[AT(row, first + column)] * xs[first + column];
            xs[row] = value;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint i = item; i < n; i += WG_SIZE) x[system * n + i] = xs[i];
}

// A * X = B for SIZE unknowns and many right-hand sides, a column a work-item: A is in local memory, the column in
// registers.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void trsm_lower_items(const uint columns, const __global float* restrict a,
                               const __global float* restrict b, __global float* restrict x) {
    __local float matrix[SIZE][SIZE];
    for (uint at = get_local_id(0); at < SIZE * SIZE; at += WG_SIZE) matrix[at / SIZE][at % SIZE] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint column = get_global_id(0);
    if (column >= columns) return;
    float xs[SIZE];
    #pragma unroll
    for (uint row = 0; row < SIZE; ++row) {
        float value = b[row * columns + column];
        #pragma unroll
        for (uint i = 0; i < row; ++i) value -= matrix[row][i] * xs[i];
        xs[row] = value;
        x[row * columns + column] = value;
    }
}
