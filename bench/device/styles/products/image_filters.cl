// SPDX-License-Identifier: GPL-3.0-or-later
// Neighbourhood filters of an image library. Images are bytes with a step between rows and an offset of the
// first pixel; what lies beyond the edge is chosen by BORDER: 0 constant, 1 replicate, 2 mirror without the
// edge pixel.

#if BORDER == 0
#define INSIDE(i, n) ((i) >= 0 && (i) < (n))
#define EDGE(i, n) (i)
#elif BORDER == 1
#define INSIDE(i, n) 1
#define EDGE(i, n) clamp((i), 0, (n) - 1)
#else
#define INSIDE(i, n) 1
#define EDGE(i, n) ((i) < 0 ? -(i) : ((i) >= (n) ? 2 * (n) - 2 - (i) : (i)))
#endif

#ifdef RADIUS

#if RADIUS == 1
__constant float taps[3] = {0.25f, 0.5f, 0.25f};
#elif RADIUS == 2
__constant float taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
#elif RADIUS == 3
__constant float taps[7] = {0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};
#else
__constant float taps[11] = {0.0088f, 0.0271f, 0.0651f, 0.1216f, 0.1770f, 0.2008f,
                             0.1770f, 0.1216f, 0.0651f, 0.0271f, 0.0088f};
#endif

#define TILE_ROWS (LSIZE_Y * ROWS_PER_ITEM + 2 * RADIUS)
#define TILE_COLS (LSIZE_X + 2 * RADIUS)

inline uchar4 fetch_pixel(__global const uchar* src, int step, int offset, int x, int y, int cols, int rows) {
    if (INSIDE(x, cols) && INSIDE(y, rows)) {
        const int sx = EDGE(x, cols);
        const int sy = EDGE(y, rows);
        return *(__global const uchar4*)(src + mad24(sy, step, mad24(sx, 4, offset)));
    }
    return (uchar4)(0);
}

// Rows and columns of one symmetric kernel in a single launch: the source tile and the result of the row pass
// lie in local memory, each work-item writes ROWS_PER_ITEM pixels of a column.
__kernel __attribute__((reqd_work_group_size(LSIZE_X, LSIZE_Y, 1))) void
blur_separable(__global const uchar* src, int src_step, int src_offset, __global uchar* dst, int dst_step,
               int dst_offset, int rows, int cols) {
    __local uchar4 tile[TILE_ROWS][TILE_COLS];
    __local float4 passed[TILE_ROWS][LSIZE_X];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int x0 = get_group_id(0) * LSIZE_X;
    const int y0 = get_group_id(1) * LSIZE_Y * ROWS_PER_ITEM;

    for (int r = ly; r < TILE_ROWS; r += LSIZE_Y)
        for (int c = lx; c < TILE_COLS; c += LSIZE_X)
            tile[r][c] = fetch_pixel(src, src_step, src_offset, min(x0 + c - RADIUS, cols + RADIUS - 1),
                                     min(y0 + r - RADIUS, rows + RADIUS - 1), cols, rows);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int r = ly; r < TILE_ROWS; r += LSIZE_Y) {
        float4 sum = (float4)(0.0f);
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; ++k) sum = mad(convert_float4(tile[r][lx + k]), taps[k], sum);
        passed[r][lx] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = x0 + lx;
    if (x >= cols) return;
#pragma unroll
    for (int i = 0; i < ROWS_PER_ITEM; ++i) {
        const int r = ly * ROWS_PER_ITEM + i;
        const int y = y0 + r;
        float4 sum = (float4)(0.0f);
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; ++k) sum = mad(passed[r + k][lx], taps[k], sum);
        if (y < rows)
            *(__global uchar4*)(dst + mad24(y, dst_step, mad24(x, 4, dst_offset))) =
                convert_uchar4_sat_rte(sum);
    }
}
#endif

#ifdef KSIZE
#define HALF_K (KSIZE / 2)
#define COUNT (KSIZE * KSIZE)
#define FIRST_SET (COUNT / 2 + 2)

#define EXCHANGE(a, b)                                                                                       \
    {                                                                                                        \
        const uchar4 low = min(a, b);                                                                        \
        b = max(a, b);                                                                                       \
        a = low;                                                                                             \
    }

// The median of four neighbouring pixels by exchanges of registers: the least and the greatest of a working
// set leave it, the next value comes in, until a single one is left. Columns are a multiple of four.
__kernel void median_network(__global const uchar* src, int src_step, __global uchar* dst, int dst_step,
                             int rows, int cols) {
    const int x = get_global_id(0) * 4;
    const int y = get_global_id(1);
    if (x >= cols || y >= rows) return;

    uchar4 v[COUNT];
#pragma unroll
    for (int j = 0; j < KSIZE; ++j) {
        const int sy = EDGE(y + j - HALF_K, rows);
        __global const uchar* row = src + mul24(sy, src_step);
        const uchar4 m = vload4(0, row + x);
        const uchar4 l = x > 0 ? vload4(0, row + x - 4) : (uchar4)(m.x);
        const uchar4 r = x + 4 < cols ? vload4(0, row + x + 4) : (uchar4)(m.w);
#if KSIZE == 5
        v[j * 5 + 0] = (uchar4)(l.z, l.w, m.x, m.y);
        v[j * 5 + 1] = (uchar4)(l.w, m.x, m.y, m.z);
        v[j * 5 + 2] = m;
        v[j * 5 + 3] = (uchar4)(m.y, m.z, m.w, r.x);
        v[j * 5 + 4] = (uchar4)(m.z, m.w, r.x, r.y);
#else
        v[j * 3 + 0] = (uchar4)(l.w, m.x, m.y, m.z);
        v[j * 3 + 1] = m;
        v[j * 3 + 2] = (uchar4)(m.y, m.z, m.w, r.x);
#endif
    }

#pragma unroll
    for (int round = 0; round <= COUNT - FIRST_SET; ++round) {
        const int size = FIRST_SET - round;
#pragma unroll
        for (int i = 1; i < size; ++i) EXCHANGE(v[0], v[i]);
#pragma unroll
        for (int i = 1; i < size - 1; ++i) EXCHANGE(v[i], v[size - 1]);
        if (round < COUNT - FIRST_SET) v[0] = v[FIRST_SET + round];
    }
    vstore4(v[1], 0, dst + mad24(y, dst_step, x));
}
#endif
