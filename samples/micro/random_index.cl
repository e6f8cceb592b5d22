// SPDX-License-Identifier: GPL-3.0-or-later
// One read whose index is an expression tree of -DNODES=3, 7, 13 or 21 nodes, drawn from sums and products of
// row, column and constants: Poeppl 2014, section 5.5.1, figure A.13. With their size trees get less regular: a
// stride of 3, whole rows, whole columns, and products that scatter. A row has 1024 elements. `in` has a power
// of two of them, and `mask`, one less, keeps every index inside.
#if NODES == 3
#define INDEX (3 * column)
#elif NODES == 7
#define INDEX (1024 * (row + 17) + column)
#elif NODES == 13
#define INDEX (4096 * (column + 5) + (3 * row + (row + column)))
#elif NODES == 21
#define INDEX ((row + 29) * (column * (row + 11) + 7) + (column + 13) * (617 * row + column))
#endif

__kernel void random_index(__global const float* in, __global float* out, uint mask) {
    const uint x = get_global_id(0);
    const uint row = x >> 10;
    const uint column = x & 1023;
    out[x] = in[INDEX & mask];
}
