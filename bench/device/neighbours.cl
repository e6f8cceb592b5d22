// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a box and sums of their neighbours: what each direction, the place of rows and the store cost beyond a copy.
#define CELL(x, y, z) cells[((z) * height + (y)) * width + (x)]

kernel void neighbours(global const float* restrict cells, global float* restrict next, int width, int height) {
    const int x = get_global_id(0) + FIRST;
    const int y = get_global_id(1) + 1;
    const int z = get_global_id(2) + 1;
    float sum = CELL(x, y, z);
#if ALONG_X
    sum += CELL(x - 1, y, z) + CELL(x + 1, y, z);
#endif
#if ALONG_Y
    sum += CELL(x, y - 1, z) + CELL(x, y + 1, z);
#endif
#if ALONG_Z
    sum += CELL(x, y, z - 1) + CELL(x, y, z + 1);
#endif
#if STORED
    next[(z * height + y) * width + x] = sum;
#else
    if (sum == 12345.0f) next[(z * height + y) * width + x] = sum;
#endif
}
