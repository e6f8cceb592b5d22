// SPDX-License-Identifier: GPL-3.0-or-later
// Image routines over pitched 8-bit planes and RGBA pixels. Steps are in elements, offsets before the first pixel.

#ifndef TX
#define TX 32
#endif
#ifndef TY
#define TY 8
#endif
#ifndef RADIUS
#define RADIUS 2
#endif
#ifndef PER_ITEM
#define PER_ITEM 4
#endif

inline int mirror(int i, const int n) {
    i = i < 0 ? -i : i;
    return i >= n ? 2 * n - 2 - i : i;
}

// ---- Vertical half of a separable blur: PER_ITEM pixels of a column an item, the window moves in registers.
__kernel void blur_cols_rgba(const __global uchar4* restrict src, const int src_step, const int src_offset,
                             __global uchar4* restrict dst, const int dst_step, const int dst_offset,
                             const int width, const int height, __constant float* restrict taps) {
    const int x = get_global_id(0);
    const int y0 = get_global_id(1) * PER_ITEM;
    if (x >= width || y0 >= height) return;
    float4 window[2 * RADIUS + 1];
    const __global uchar4* column = src + src_offset + x;
#pragma unroll
    for (int i = 0; i < 2 * RADIUS; ++i)
        window[i] = convert_float4(column[mirror(y0 - RADIUS + i, height) * src_step]);
#pragma unroll
    for (int p = 0; p < PER_ITEM; ++p) {
        window[2 * RADIUS] = convert_float4(column[mirror(min(y0 + p, height - 1) + RADIUS, height) * src_step]);
        float4 sum = window[0] * taps[0];
#pragma unroll
        for (int i = 1; i <= 2 * RADIUS; ++i) sum = mad(window[i], (float4)(taps[i]), sum);
        if (y0 + p < height) dst[dst_offset + (y0 + p) * dst_step + x] = convert_uchar4_sat_rte(sum);
#pragma unroll
        for (int i = 0; i < 2 * RADIUS; ++i) window[i] = window[i + 1];
    }
}

// ---- Erosion along rows, sixteen pixels an item. Planes have RADIUS pixels more on either side.
#ifdef DILATE
#define EXTREME max
#else
#define EXTREME min
#endif
__kernel void morph_rows16(const __global uchar* restrict src, __global uchar* restrict dst, const int step,
                           const int height) {
    const int x = get_global_id(0) * 16;
    const int y = get_global_id(1);
    if (y >= height) return;
    const __global uchar* line = src + y * step + x;
    uchar16 v = vload16(0, line);
#pragma unroll
    for (int i = 1; i <= 2 * RADIUS; ++i) v = EXTREME(v, vload16(0, line + i));
    vstore16(v, 0, dst + y * step + x + RADIUS);
}

// ---- Ridges of a gradient: what is not the largest across the edge goes, the rest is weak or strong.
__kernel __attribute__((reqd_work_group_size(TX, TY, 1))) void
thin_edges(const __global short2* restrict gradient, const int step, __global uchar* restrict dst,
           const int dst_step, const int rows, const int cols, const int low, const int high) {
    __local int mag[(TY + 2) * (TX + 2)];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int gx = get_global_id(0);
    const int gy = get_global_id(1);
    const int left = get_group_id(0) * TX - 1;
    const int top = get_group_id(1) * TY - 1;
    for (int i = mad24(ly, TX, lx); i < (TX + 2) * (TY + 2); i += TX * TY) {
        const int sx = left + i % (TX + 2);
        const int sy = top + i / (TX + 2);
        int m = 0;
        if (sx >= 0 && sx < cols && sy >= 0 && sy < rows) {
            const short2 g = gradient[mad24(sy, step, sx)];
            m = abs(g.x) + abs(g.y);
        }
        mag[i] = m;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gx >= cols || gy >= rows) return;

    const int at = mad24(ly + 1, TX + 2, lx + 1);
    const int own = mag[at];
    uchar mark = 0;
    if (own > low) {
        const short2 g = gradient[mad24(gy, step, gx)];
        const int ax = abs(g.x);
        const int ay = abs(g.y) << 15;
        const int tan22 = mul24(ax, 13573);
        const int tan67 = tan22 + (ax << 16);
        int before, after;
        if (ay < tan22) {
            before = mag[at - 1];
            after = mag[at + 1];
        } else if (ay > tan67) {
            before = mag[at - TX - 2];
            after = mag[at + TX + 2];
        } else {
            const int s = (g.x ^ g.y) < 0 ? -1 : 1;
            before = mag[at - TX - 2 - s];
            after = mag[at + TX + 2 + s];
        }
        if (own > before && own >= after) mark = own > high ? 2 : 1;
    }
    dst[mad24(gy, dst_step, gx)] = mark;
}

// ---- Corners: a pixel whose ring of sixteen has nine neighbours all brighter or all darker by `threshold`.
#define RING(op)                                                                                          \
    op(0, 0, -3) op(1, 1, -3) op(2, 2, -2) op(3, 3, -1) op(4, 3, 0) op(5, 3, 1) op(6, 2, 2) op(7, 1, 3)   \
    op(8, 0, 3) op(9, -1, 3) op(10, -2, 2) op(11, -3, 1) op(12, -3, 0) op(13, -3, -1) op(14, -2, -2)      \
    op(15, -1, -3)

inline int nine_in_ring(uint m) {
    m |= m << 16;
    uint r = m & (m >> 1);
    r &= r >> 2;
    r &= r >> 4;
    return (r & (m >> 8)) != 0;
}

__kernel void ring_corners(const __global uchar* restrict src, const int step, const int rows, const int cols,
                           const int threshold, __global uchar* restrict score) {
    const int x = get_global_id(0) + 3;
    const int y = get_global_id(1) + 3;
    if (x >= cols - 3 || y >= rows - 3) return;
    const __global uchar* p = src + mad24(y, step, x);
    const int own = p[0];
    uint bright = 0;
    uint dark = 0;
    int sum = 0;
#define TEST(k, dx, dy)                                        \
    {                                                          \
        const int d = p[(dy)*step + (dx)] - own;               \
        bright |= (d > threshold ? 1u : 0u) << k;              \
        dark |= (d < -threshold ? 1u : 0u) << k;               \
        sum += max((int)abs(d) - threshold, 0);                \
    }
    RING(TEST)
#undef TEST
    score[mad24(y, step, x)] = nine_in_ring(bright) | nine_in_ring(dark) ? (uchar)min(sum >> 2, 255) : (uchar)0;
}

// ---- Half the size: rows of a group are filtered into local memory, then columns of every second one.
__kernel __attribute__((reqd_work_group_size(64, 4, 1))) void
pyramid_half(const __global uchar* restrict src, const int src_step, const int src_rows, const int src_cols,
             __global uchar* restrict dst, const int dst_step, const int dst_rows, const int dst_cols) {
    __local ushort band[11][64];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int x = get_global_id(0);
    const int y0 = get_group_id(1) * 8 - 2;
    const int cx = min(2 * x, src_cols - 1);
    for (int r = ly; r < 11; r += 4) {
        const __global uchar* line = src + mirror(min(y0 + r, src_rows), src_rows) * src_step;
        int v = 6 * line[cx];
        v += 4 * (line[mirror(cx - 1, src_cols)] + line[mirror(cx + 1, src_cols)]);
        v += line[mirror(cx - 2, src_cols)] + line[mirror(cx + 2, src_cols)];
        band[r][lx] = (ushort)v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int y = get_global_id(1);
    if (x < dst_cols && y < dst_rows) {
        const int r = 2 * ly + 2;
        const int v = 6 * band[r][lx] + 4 * (band[r - 1][lx] + band[r + 1][lx]) + band[r - 2][lx] + band[r + 2][lx];
        dst[y * dst_step + x] = (uchar)((v + 128) >> 8);
    }
}

// ---- Means of a box by running sums: a column of STRIP rows an item; the first window is summed, then slides.
#ifndef STRIP
#define STRIP 64
#endif
__kernel void box_columns(const __global uchar* restrict src, __global ushort* restrict dst, const int step,
                          const int rows, const int cols, const int reach) {
    const int x = get_global_id(0);
    const int y0 = get_global_id(1) * STRIP;
    if (x >= cols) return;
    const __global uchar* p = src + x;
    const float scale = 1.0f / (2 * reach + 1);
    int sum = 0;
    for (int dy = -reach; dy <= reach; ++dy) sum += p[clamp(y0 + dy, 0, rows - 1) * step];
    for (int i = 0; i < STRIP; ++i) {
        const int y = y0 + i;
        if (y >= rows) break;
        dst[y * step + x] = convert_ushort_sat_rte(sum * scale * 256.0f);
        sum += p[min(y + reach + 1, rows - 1) * step];
        sum -= p[max(y - reach, 0) * step];
    }
}

// ---- Bilateral over a disc: weights of distance from constant memory, of difference from an exponential. The plane
// begins RADIUS pixels before (0, 0) in both directions.
__kernel void bilateral_plane(const __global uchar* restrict src, const int src_step, __global uchar* restrict dst,
                              const int dst_step, const int rows, const int cols, const float sharp,
                              __constant float* restrict space) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= cols || y >= rows) return;
    const __global uchar* p = src + (y + RADIUS) * src_step + x + RADIUS;
    const float own = p[0];
    float sum = 0.0f;
    float weights = 0.0f;
#pragma unroll
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
#pragma unroll
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            if (dx * dx + dy * dy > RADIUS * RADIUS) continue;
            const float v = p[dy * src_step + dx];
            const float w = space[dx * dx + dy * dy] * native_exp((v - own) * (v - own) * sharp);
            weights += w;
            sum += w * v;
        }
    }
    dst[y * dst_step + x] = convert_uchar_sat_rte(sum / weights);
}

// ---- Row pass of an integral image: a group a row, in steps of its width; carries go through local memory.
#ifndef WIDE
#define WIDE 256
#endif
__kernel __attribute__((reqd_work_group_size(WIDE, 1, 1))) void
integral_rows(const __global uchar4* restrict src, __global uint4* restrict dst, const int quads) {
    __local uint sums[WIDE];
    const int lid = get_local_id(0);
    const size_t line = (size_t)get_group_id(0) * quads;
    uint carry = 0;
    for (int base = 0; base < quads; base += WIDE) {
        const int q = base + lid;
        const uint4 v = q < quads ? convert_uint4(src[line + q]) : (uint4)(0);
        uint4 run;
        run.x = v.x;
        run.y = run.x + v.y;
        run.z = run.y + v.z;
        run.w = run.z + v.w;
        sums[lid] = run.w;
        for (int d = 1; d < WIDE; d <<= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint other = lid >= d ? sums[lid - d] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            sums[lid] += other;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint before = carry + sums[lid] - run.w;
        carry += sums[WIDE - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (q < quads) dst[line + q] = run + (uint4)(before);
    }
}
