// SPDX-License-Identifier: GPL-3.0-or-later
// Medians of windows of an image, by networks of exchanges that need no branch. Pixels outside repeat the edge.

#define ORDER(a, b)                                                                                                   \
    {                                                                                                                 \
        const uchar smaller = min(a, b);                                                                              \
        b = max(a, b);                                                                                                \
        a = smaller;                                                                                                  \
    }

// Windows of 3 x 3, a pixel an item: order the columns, then the median of the largest of the smallest, the median of
// the middle ones and the smallest of the largest.
__kernel void median3x3_network(__global const uchar* in, __global uchar* out, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int above = max(y - 1, 0) * width;
    const int here = y * width;
    const int below = min(y + 1, height - 1) * width;
    uchar low[3], middle[3], high[3];
    #pragma unroll
    for (int i = 0; i < 3; ++i) {
        const int column = clamp(x + i - 1, 0, width - 1);
        low[i] = in[above + column];
        middle[i] = in[here + column];
        high[i] = in[below + column];
        ORDER(low[i], middle[i]);
        ORDER(middle[i], high[i]);
        ORDER(low[i], middle[i]);
    }
    uchar a = max(max(low[0], low[1]), low[2]);
    ORDER(middle[0], middle[1]);
    ORDER(middle[1], middle[2]);
    uchar b = max(middle[0], middle[1]);
    uchar c = min(min(high[0], high[1]), high[2]);
    ORDER(a, b);
    ORDER(b, c);
    out[here + x] = max(a, b);
}

// Windows of 3 x 3, four pixels an item by vectors of bytes. The image has a rim of one pixel, so a row of `in` has
// width + 2 bytes and vectors are not aligned. width is a multiple of four.
__kernel void median3x3_rim_uchar4(__global const uchar* in, __global uchar* out, int width, int height) {
    const int x = get_global_id(0) * 4;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    __global const uchar* corner = in + (size_t)y * (width + 2) + x;
    uchar4 low[3], middle[3], high[3];
    #pragma unroll
    for (int i = 0; i < 3; ++i) {
        const uchar4 p = vload4(0, corner + i);
        const uchar4 q = vload4(0, corner + i + (width + 2));
        const uchar4 r = vload4(0, corner + i + 2 * (width + 2));
        const uchar4 lower = min(p, q);
        const uchar4 upper = max(p, q);
        low[i] = min(lower, r);
        high[i] = max(upper, r);
        middle[i] = max(lower, min(upper, r));
    }
    const uchar4 a = max(max(low[0], low[1]), low[2]);
    const uchar4 b = max(min(middle[0], middle[1]), min(max(middle[0], middle[1]), middle[2]));
    const uchar4 c = min(min(high[0], high[1]), high[2]);
    vstore4(max(min(a, b), min(max(a, b), c)), 0, out + (size_t)y * width + x);
}

// Windows of 5 x 5: the smallest and the largest of 14 values cannot be the median of 25, so both go and the next
// value comes, until three are left. A tile with its rim lies in local memory.
#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 8
#endif
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1))) void
median5x5_forgetting(__global const uchar* in, __global uchar* out, int width, int height) {
    __local uchar tile[TILE_Y + 4][TILE_X + 4];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int left = (int)get_group_id(0) * TILE_X - 2;
    const int top = (int)get_group_id(1) * TILE_Y - 2;
    for (int row = ty; row < TILE_Y + 4; row += TILE_Y)
        for (int column = tx; column < TILE_X + 4; column += TILE_X)
            tile[row][column] = in[(size_t)clamp(top + row, 0, height - 1) * width + clamp(left + column, 0, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);

    uchar kept[14];
    #pragma unroll
    for (int i = 0; i < 14; ++i) kept[i] = tile[ty + i / 5][tx + i % 5];
    #pragma unroll
    for (int next = 14; next < 25; ++next) {
        const int size = 28 - next; // 14 down to 4
        #pragma unroll
        for (int i = 0; i < size / 2; ++i) ORDER(kept[i], kept[size - 1 - i]);
        #pragma unroll
        for (int i = 1; i < (size + 1) / 2; ++i) ORDER(kept[0], kept[i]);
        #pragma unroll
        for (int i = size / 2; i < size - 1; ++i) ORDER(kept[i], kept[size - 1]);
        kept[0] = tile[ty + next / 5][tx + next % 5];
    }
    ORDER(kept[0], kept[1]);
    ORDER(kept[1], kept[2]);
    if (x < width && y < height) out[(size_t)y * width + x] = max(kept[0], kept[1]);
}
