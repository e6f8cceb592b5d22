// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b: an element a work-item, as it stands in a textbook.
__kernel void product(__global const float* a, __global const float* b, __global float* c, int n) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
