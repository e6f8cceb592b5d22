// SPDX-License-Identifier: GPL-3.0-or-later
// The Mandelbrot set by escape time: for each pixel the number of steps z -> z * z + c from z = 0 after which
// |z| exceeds 2, at most `limit`. Steuwer (dissertation, Münster 2015), section 4.2. Neighbours take different
// numbers of steps, so a warp is as slow as its slowest lane.

// The number of steps is chaotic near the set's border. For it to be the same on every device, coordinates are
// whole multiples of 2^-20, which floats hold exactly, and every product that is added to something is an
// explicit fma, which leaves compilers no choice of rounding.
__kernel void mandelbrot(__global int* steps, int width, int height, int left, int top, int pitch, int limit) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= width || row >= height) return;
    const float unit = 1.0f / 1048576.0f;
    const float real = (float)(left + column * pitch) * unit;
    const float imaginary = (float)(top - row * pitch) * unit;
    float x = 0.0f;
    float y = 0.0f;
    int count = 0;
    // The square of the magnitude is tested first, so a point that escapes in step k counts k steps.
    while (count < limit && fma(x, x, y * y) <= 4.0f) { // warpstring: escape
        const float next = fma(x, x, fma(-y, y, real));
        y = fma(2.0f * x, y, imaginary);
        x = next;
        ++count;
    }
    steps[row * width + column] = count;
}
