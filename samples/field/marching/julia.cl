// SPDX-License-Identifier: GPL-3.0-or-later
// Julia sets: for each pixel z0 the steps z -> z * z + c after which |z| exceeds 2, at most `limit`. Coordinates are
// multiples of 2^-20 and every sum is an explicit fma, so that all devices count the same steps.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// A complex number as a vector.
__kernel void julia_vector(__global int* steps, int width, int height, int pitch, int limit, int real, int imaginary) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= width || row >= height) return;
    const float unit = 1.0f / 1048576.0f;
    const float2 c = (float2)(real * unit, imaginary * unit);
    float2 z = (float2)((column - width / 2) * pitch * unit, (row - height / 2) * pitch * unit);
    int count = 0;
    while (count < limit && fma(z.x, z.x, z.y * z.y) <= 4.0f) { // warpstring: bounded
        z = (float2)(fma(z.x, z.x, fma(-z.y, z.y, c.x)), fma(2.0f * z.x, z.y, c.y));
        ++count;
    }
    steps[row * width + column] = count;
}

// In double precision.
__kernel void julia_double(__global int* steps, int width, int height, int pitch, int limit, int real, int imaginary) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= width || row >= height) return;
    const double unit = 1.0 / 1048576.0;
    const double cx = real * unit;
    const double cy = imaginary * unit;
    double x = (column - width / 2) * pitch * unit;
    double y = (row - height / 2) * pitch * unit;
    int count = 0;
    while (count < limit && fma(x, x, y * y) <= 4.0) { // warpstring: bounded double
        const double next = fma(x, x, fma(-y, y, cx));
        y = fma(2.0 * x, y, cy);
        x = next;
        ++count;
    }
    steps[row * width + column] = count;
}
