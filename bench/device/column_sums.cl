// SPDX-License-Identifier: GPL-3.0-or-later
// Sums down the columns of a matrix by vectors of WIDTH floats, with a factor for each row or without: how many
// loads a loop of unknown length has under way at once, by their width. The rows of a group follow each other
// (BLOCKS=1), or are `step` apart.
#ifndef WIDTH
#define WIDTH 1
#endif
#ifndef BLOCKS
#define BLOCKS 0
#endif
#ifndef FACTORS
#define FACTORS 0
#endif
#if WIDTH == 1
typedef float element;
#elif WIDTH == 2
typedef float2 element;
#else
typedef float4 element;
#endif

// A part of the rows for each of the groups of a column.
__kernel void column_sums(__global const element* restrict matrix, __global const float* restrict factors,
                          __global element* restrict sums, int rows, int columns, int step) {
    const int column = get_global_id(0);
    if (column >= columns) return;
    element sum = (element)(0.0f);
#if BLOCKS
    const int last = min(rows, (int)(get_group_id(1) + 1) * step);
    for (int row = get_group_id(1) * step; row < last; ++row) {
#else
    for (int row = get_group_id(1); row < rows; row += step) {
#endif
#if FACTORS
        sum += matrix[(size_t)row * columns + column] * factors[row];
#else
        sum += matrix[(size_t)row * columns + column];
#endif
    }
    sums[get_group_id(1) * columns + column] = sum;
}
