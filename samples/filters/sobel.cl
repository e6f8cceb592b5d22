// SPDX-License-Identifier: GPL-3.0-or-later
// Sobel's edge detection on a grey image of bytes, pixels outside counting as zero: Steuwer (dissertation,
// Münster 2015), section 4.5.2.

// The magnitude of the gradient from the eight neighbours of a pixel, l(eft), m(iddle), r(ight) of the row
// above (u), of its own (m) and of the one below (l). Rounded to the nearest: sqrt may err in the last bits,
// and no root of a whole number lies so close to the middle between two whole numbers that these decide.
uchar gradient(int ul, int um, int ur, int ml, int mr, int ll, int lm, int lr) {
    const int across = ur - ul + 2 * (mr - ml) + lr - ll;
    const int down = ll - ul + 2 * (lm - um) + lr - ur;
    return convert_uchar_sat_rte(sqrt((float)(across * across + down * down)));
}

int pixelAt(__global const uchar* in, int x, int y, int width, int height) {
    return x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0;
}

// Eight bytes from global memory for each pixel.
__kernel void sobel_direct(__global const uchar* in, __global uchar* out, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    out[y * width + x] = gradient(
        pixelAt(in, x - 1, y - 1, width, height), pixelAt(in, x, y - 1, width, height),
        pixelAt(in, x + 1, y - 1, width, height), pixelAt(in, x - 1, y, width, height),
        pixelAt(in, x + 1, y, width, height), pixelAt(in, x - 1, y + 1, width, height),
        pixelAt(in, x, y + 1, width, height), pixelAt(in, x + 1, y + 1, width, height));
}

#ifndef TILE_X
#define TILE_X 16
#endif
#ifndef TILE_Y
#define TILE_Y 16
#endif
#define PATCH_X (TILE_X + 2)
#define PATCH_Y (TILE_Y + 2)

// Neighbours come from a tile with a rim of one pixel in local memory.
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1))) void
sobel_tiled(__global const uchar* in, __global uchar* out, int width, int height) {
    __local uchar patch[PATCH_Y * PATCH_X];
    const int firstColumn = (int)get_group_id(0) * TILE_X - 1;
    const int firstRow = (int)get_group_id(1) * TILE_Y - 1;
    for (int j = get_local_id(1); j < PATCH_Y; j += TILE_Y)
        for (int i = get_local_id(0); i < PATCH_X; i += TILE_X)
            patch[j * PATCH_X + i] = pixelAt(in, firstColumn + i, firstRow + j, width, height);
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    __local const uchar* above = patch + get_local_id(1) * PATCH_X + get_local_id(0);
    __local const uchar* own = above + PATCH_X;
    __local const uchar* below = own + PATCH_X;
    out[y * width + x] =
        gradient(above[0], above[1], above[2], own[0], own[2], below[0], below[1], below[2]);
}
