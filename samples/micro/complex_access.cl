// SPDX-License-Identifier: GPL-3.0-or-later
// Reads at indices as scattered as a product of row and column makes them, the worst case for coalescing:
// Poeppl 2014, section 5.5.1 and appendix B.1.4. A row has 2048 elements. `in` has a power of two of them,
// and `mask`, one less, keeps every index inside.

__kernel void complex_access(__global const float* in, __global float* out, uint mask) {
    const uint x = get_global_id(0);
    const uint row = x >> 11;
    const uint column = x & 2047;
    const uint index = (row + (415397 + row)) * (785 * ((row + 705) * (column * ((row + 95) * row))));
    out[x] = in[index & mask];
}
