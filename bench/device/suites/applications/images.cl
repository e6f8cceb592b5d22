// SPDX-License-Identifier: GPL-3.0-or-later
// Filters of pictures.

#ifndef RADIUS
#define RADIUS 8
#endif
#ifndef WX
#define WX 64
#endif
#ifndef WY
#define WY 4
#endif
#ifndef RESULTS
#define RESULTS 4
#endif

// Along rows: an item RESULTS pixels, WX apart, and a halo of WX on both sides; width is a multiple of
// WX * RESULTS.
__kernel __attribute__((reqd_work_group_size(WX, WY, 1)))
void convolve_rows(__global const float* src, __global float* dst, __constant float* tap, int width)
{
    __local float line[WY][(RESULTS + 2) * WX];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * RESULTS * WX + lx;
    const int y = get_global_id(1);
    src += y * width;
    dst += y * width;

    line[ly][lx] = x0 >= WX ? src[x0 - WX] : 0.0f;
    for (int r = 0; r < RESULTS; ++r) line[ly][(r + 1) * WX + lx] = src[x0 + r * WX];
    line[ly][(RESULTS + 1) * WX + lx] = x0 + RESULTS * WX < width ? src[x0 + RESULTS * WX] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int r = 0; r < RESULTS; ++r) {
        float sum = 0.0f;
        #pragma unroll
        for (int k = -RADIUS; k <= RADIUS; ++k) sum += tap[k + RADIUS] * line[ly][(r + 1) * WX + lx + k];
        dst[x0 + r * WX] = sum;
    }
}

// Down columns, a pixel an item, rows of halo by the first items of the group; one that is simple rather than good.
__kernel void convolve_columns(__global const float* src, __global float* dst, __constant float* tap, int width, int height,
                               __local float* tile)
{
    int lx = get_local_id(0), ly = get_local_id(1);
    int sx = get_local_size(0), sy = get_local_size(1);
    int x = get_global_id(0), y = get_global_id(1);
    int top = get_group_id(1) * sy - RADIUS;
    for (int r = ly; r < sy + 2 * RADIUS; r += sy) {
        int from = top + r;
        if (from < 0) from = 0;
        if (from > height - 1) from = height - 1;
        tile[r * sx + lx] = src[from * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < 2 * RADIUS + 1; k++)
        sum += tap[k] * tile[(ly + k) * sx + lx];
    dst[y * width + x] = sum;
}

#define PIXEL(dx, dy) ((int)in[(y + (dy)) * width + x + (dx)])

// Edges of a picture of bytes; the rim stays as it is.
__kernel void edges_bytes(__global const uchar* in, __global uchar* out, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        int gx = PIXEL(1, -1) + 2 * PIXEL(1, 0) + PIXEL(1, 1) - PIXEL(-1, -1) - 2 * PIXEL(-1, 0) - PIXEL(-1, 1);
        int gy = PIXEL(-1, 1) + 2 * PIXEL(0, 1) + PIXEL(1, 1) - PIXEL(-1, -1) - 2 * PIXEL(0, -1) - PIXEL(1, -1);
        out[y * width + x] = convert_uchar_sat(sqrt((float)(gx * gx + gy * gy)));
    }
}

// The same, four pixels an item, the picture with a rim of four on the left and right and one above and
// below; |gx| + |gy| instead of the root.
__kernel void edges_fours(__global const uchar* in, __global uchar* out, uint pitch)
{
    const uint at = (get_global_id(1) + 1) * pitch + 4 * get_global_id(0) + 4;
    int4 left[3], centre[3], right[3];
    #pragma unroll
    for (int r = 0; r < 3; ++r) {
        __global const uchar* p = in + at + (r - 1) * (int)pitch;
        const int4 c = convert_int4(vload4(0, p));
        left[r] = (int4)(p[-1], c.xyz);
        centre[r] = c;
        right[r] = (int4)(c.yzw, p[4]);
    }
    const int4 gx = right[0] + 2 * right[1] + right[2] - left[0] - 2 * left[1] - left[2];
    const int4 gy = left[2] + 2 * centre[2] + right[2] - left[0] - 2 * centre[0] - right[0];
    vstore4(convert_uchar4_sat(abs(gx) + abs(gy)), 0, out + at);
}

// Non-local means: pixels of a window weighed by how alike their surroundings are. The picture has a rim of
// `search + patch` on every side.
__kernel void nlm_window(__global const float* in, __global float* out, int width, int pitch, int search, int patch, float h)
{
    int x = get_global_id(0), y = get_global_id(1);
    int rim = search + patch;
    int here = (y + rim) * pitch + x + rim;
    float weights = 0.0f, sum = 0.0f;
    for (int sy = -search; sy <= search; sy++) {
        for (int sx = -search; sx <= search; sx++) {
            int there = here + sy * pitch + sx;
            float d = 0.0f;
            for (int py = -patch; py <= patch; py++)
                for (int px = -patch; px <= patch; px++) {
                    float e = in[here + py * pitch + px] - in[there + py * pitch + px];
                    d += e * e;
                }
            float w = native_exp(-d * h);
            weights += w;
            sum += w * in[there];
        }
    }
    out[y * width + x] = sum / weights;
}

// Median of 3 x 3: the one with four of the others before it.
__kernel void median_rank(__global const uchar* in, __global uchar* out, int width, int height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    uchar v[9];
    for (int k = 0; k < 9; ++k) {
        const int xx = clamp(x + k % 3 - 1, 0, width - 1);
        const int yy = clamp(y + k / 3 - 1, 0, height - 1);
        v[k] = in[yy * width + xx];
    }
    uchar median = v[0];
    for (int k = 0; k < 9; ++k) {
        int before = 0;
        for (int j = 0; j < 9; ++j)
            before += v[j] < v[k] || (v[j] == v[k] && j < k);
        if (before == 4) median = v[k];
    }
    out[y * width + x] = median;
}
