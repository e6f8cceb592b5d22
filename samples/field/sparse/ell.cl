// SPDX-License-Identifier: GPL-3.0-or-later
// y = A x for sparse matrices whose rows are stored side by side, so that neighbouring work-items read neighbouring
// elements: as many elements for each row, as many for each slice of rows, and rows in the order of a permutation.

// Rows of a slice.
#ifndef SLICE
#define SLICE 32
#endif
// Whether lengths of rows end the loops, or all rows are as long as the longest.
#ifndef LENGTHS
#define LENGTHS 1
#endif

// Element k of row r lies at k * rows + r. The lengths are those of a list of offsets.
__kernel void sparse_side_by_side(__global const uint* offsets, __global const uint* columns,
                                  __global const float* elements, __global const float* x, __global float* y,
                                  uint rows, uint longest) {
    const uint row = get_global_id(0);
    if (row >= rows) return;
#if LENGTHS
    const uint length = offsets[row + 1] - offsets[row];
#else
    const uint length = longest;
#endif
    float sum = 0.0f;
    for (uint k = 0; k < length; ++k) { // warpstring: row
        const uint place = k * rows + row;
        sum += elements[place] * x[columns[place]];
    }
    y[row] = sum;
}

// Slices of SLICE rows, each padded to its own width: slice s begins at starts[s] * SLICE and holds
// starts[s + 1] - starts[s] elements a row. Row r of the slices is row order[r] of the matrix.
__kernel void sparse_slices(__global const uint* starts, __global const uint* columns, __global const float* elements,
                            __global const uint* order, __global const float* x, __global float* y, uint rows) {
    const uint row = get_global_id(0);
    if (row >= rows) return;
    const uint slice = row / SLICE;
    const uint end = starts[slice + 1] * SLICE;
    float sum = 0.0f;
    for (uint i = starts[slice] * SLICE + row % SLICE; i < end; i += SLICE) // warpstring: slice
        sum += elements[i] * x[columns[i]];
    y[order[row]] = sum;
}

// The same with four elements of a row together, as vectors: starts counts vectors.
__kernel void sparse_slices4(__global const uint* starts, __global const uint4* columns,
                             __global const float4* elements, __global const uint* order, __global const float* x,
                             __global float* y, uint rows) {
    const uint row = get_global_id(0);
    if (row >= rows) return;
    const uint slice = row / SLICE;
    const uint end = starts[slice + 1] * SLICE;
    float4 sum = (float4)(0.0f);
    for (uint i = starts[slice] * SLICE + row % SLICE; i < end; i += SLICE) { // warpstring: slice
        const uint4 from = columns[i];
        sum += elements[i] * (float4)(x[from.x], x[from.y], x[from.z], x[from.w]);
    }
    y[order[row]] = sum.x + sum.y + sum.z + sum.w;
}
