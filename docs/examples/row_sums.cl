// SPDX-License-Identifier: GPL-3.0-or-later
// What each row of a matrix adds up to, a row to a work-item: neighbours read far from each other.
__kernel void row_sums(__global const float* a, __global float* sums, int rows, int columns) {
    int row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0;
    for (int c = 0; c < columns; ++c) sum += a[row * columns + c];
    sums[row] = sum;
}
