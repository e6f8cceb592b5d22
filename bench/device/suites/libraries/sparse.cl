// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrices: rows streamed through local memory, dense blocks, slices, a level of a triangular solve.

#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double value_t;
#else
typedef float value_t;
#endif
#ifndef INDEX
#define INDEX int
#endif
typedef INDEX index_t;

#ifndef GROUP
#define GROUP 128
#endif
#ifndef ROWS_PER_GROUP
#define ROWS_PER_GROUP 64
#endif
#ifndef STAGED
#define STAGED 1024
#endif

// Short rows: a group's products of consecutive rows are formed side by side, then summed a row an item. The host
// has seen to it that ROWS_PER_GROUP rows hold no more than STAGED entries.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
csr_stream(const index_t rows, const __global index_t* restrict row_begin, const __global index_t* restrict column,
           const __global value_t* restrict value, const __global value_t* restrict x,
           __global value_t* restrict y, const value_t alpha, const value_t beta) {
    __local value_t product[STAGED];
    const index_t first = get_group_id(0) * ROWS_PER_GROUP;
    const index_t last = min(first + ROWS_PER_GROUP, rows);
    const index_t begin = row_begin[first];
    const index_t end = row_begin[last];
    for (index_t k = begin + get_local_id(0); k < end; k += GROUP) product[k - begin] = alpha * value[k] * x[column[k]];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (index_t row = first + get_local_id(0); row < last; row += GROUP) {
        value_t sum = 0;
        const index_t stop = row_begin[row + 1] - begin;
        for (index_t k = row_begin[row] - begin; k < stop; ++k) sum += product[k];
        y[row] = beta == 0 ? sum : sum + beta * y[row];
    }
}

#ifndef BS
#define BS 4
#endif

// Blocks of BS x BS by rows of blocks; BS work-items share a row of blocks, one a row within. Blocks by columns.
__kernel void bcsr_rows(const index_t block_rows, const __global index_t* restrict begin,
                        const __global index_t* restrict column, const __global value_t* restrict blocks,
                        const __global value_t* restrict x, __global value_t* restrict y) {
    const index_t row = get_global_id(0) / BS;
    const int inner = get_global_id(0) % BS;
    if (row >= block_rows) return;
    value_t sum = 0;
    const index_t stop = begin[row + 1];
    for (index_t k = begin[row]; k < stop; ++k) {
        const __global value_t* block = blocks + (long)k * BS * BS + inner;
        const __global value_t* part = x + (long)column[k] * BS;
#pragma unroll
        for (int j = 0; j < BS; ++j) sum = fma(block[j * BS], part[j], sum);
    }
    y[row * BS + inner] = sum;
}

#ifndef SLICE
#define SLICE 32
#endif

// Slices of SLICE rows, each as wide as its longest row, entries of a slice by columns.
__kernel void slice_rows(const int rows, const __global int* restrict slice_begin, const __global int* restrict column,
                         const __global value_t* restrict value, const __global value_t* restrict x,
                         __global value_t* restrict y) {
    const int row = get_global_id(0);
    if (row >= rows) return;
    const int slice = row / SLICE;
    const int lane = row % SLICE;
    const int end = slice_begin[slice + 1];
    value_t sum = 0;
    for (int k = slice_begin[slice]; k < end; ++k) {
        const long at = (long)k * SLICE + lane;
        const int c = column[at];
        if (c >= 0) sum += value[at] * x[c];
    }
    y[row] = sum;
}

// A level of L x = b: the rows in `order` from `level_begin` on need nothing of each other. WIDTH entries a row at
// most, the unused ones hold column -1.
__kernel void solve_level(const int level_begin, const int level_rows, const int width,
                          const __global int* restrict order, const __global int* restrict column,
                          const __global value_t* restrict value, const __global value_t* restrict inverse,
                          const __global value_t* restrict b, const __global value_t* restrict done,
                          __global value_t* restrict x, const int rows) {
    const int i = get_global_id(0);
    if (i >= level_rows) return;
    const int row = order[level_begin + i];
    value_t sum = b[row];
    for (int k = 0; k < width; ++k) {
        const long at = (long)k * rows + row;
        const int c = column[at];
        const value_t known = c < 0 ? (value_t)0 : done[c];
        sum -= value[at] * known;
    }
    x[row] = sum * inverse[row];
}
