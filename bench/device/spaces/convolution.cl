// SPDX-License-Identifier: GPL-3.0-or-later
// A filter of 7 x 7 over an image that has a border of 3: each work-item makes a block of texels.
#define RADIUS 3
#define WIDTH (2 * RADIUS + 1)
#define TILE_X (BLOCK_X * ITEMS_X)
#define TILE_Y (BLOCK_Y * ITEMS_Y)
#if STRIDED
#define COLUMN(x) ((x) * BLOCK_X + localX)
#else
#define COLUMN(x) (localX * ITEMS_X + (x))
#endif
#define ROW(y) ((y) * BLOCK_Y + localY)

kernel void convolution(global const float* restrict image, constant float* filter, global float* restrict result,
                        int pitch, int columns) {
    const int localX = get_local_id(0);
    const int localY = get_local_id(1);
    const int firstX = get_group_id(0) * TILE_X;
    const int firstY = get_group_id(1) * TILE_Y;
#if LOCAL
    local float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
    for (int y = localY; y < TILE_Y + 2 * RADIUS; y += BLOCK_Y)
        for (int x = localX; x < TILE_X + 2 * RADIUS; x += BLOCK_X)
            tile[y][x] = image[(firstY + y) * pitch + firstX + x];
    barrier(CLK_LOCAL_MEM_FENCE);
#define TEXEL(y, x) tile[y][x]
#else
#define TEXEL(y, x) image[(firstY + (y)) * pitch + firstX + (x)]
#endif
    float sums[ITEMS_Y][ITEMS_X];
    for (int y = 0; y < ITEMS_Y; ++y)
        for (int x = 0; x < ITEMS_X; ++x) sums[y][x] = 0.0f;
#pragma unroll UNROLL
    for (int j = 0; j < WIDTH; ++j) {
#pragma unroll UNROLL
        for (int i = 0; i < WIDTH; ++i) {
            const float weight = filter[j * WIDTH + i];
            for (int y = 0; y < ITEMS_Y; ++y)
                for (int x = 0; x < ITEMS_X; ++x) sums[y][x] = mad(weight, TEXEL(ROW(y) + j, COLUMN(x) + i), sums[y][x]);
        }
    }
    for (int y = 0; y < ITEMS_Y; ++y)
        for (int x = 0; x < ITEMS_X; ++x) result[(firstY + ROW(y)) * columns + firstX + COLUMN(x)] = sums[y][x];
}

kernel void convolution_plain(global const float* restrict image, constant float* filter, global float* restrict result,
                              int pitch, int columns) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float sum = 0.0f;
    for (int j = 0; j < WIDTH; ++j)
        for (int i = 0; i < WIDTH; ++i) sum = mad(filter[j * WIDTH + i], image[(y + j) * pitch + x + i], sum);
    result[y * columns + x] = sum;
}
