// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry and colour of an image library: perspective warps from buffers and a conversion to Lab by tables.

typedef struct {
    float m[9];
} homography_t;

inline float4 sample_or_border(__global const uchar4* src, int pitch, int x, int y, int cols, int rows,
                               float4 border) {
    return (x >= 0 && x < cols && y >= 0 && y < rows) ? convert_float4(src[mad24(y, pitch, x)]) : border;
}

#ifdef INTERPOLATION
inline void cubic_weights(float t, float* w) {
    const float a = -0.75f;
    const float u = 1.0f - t;
    w[0] = ((a * (t + 1.0f) - 5.0f * a) * (t + 1.0f) + 8.0f * a) * (t + 1.0f) - 4.0f * a;
    w[1] = ((a + 2.0f) * t - (a + 3.0f)) * t * t + 1.0f;
    w[2] = ((a + 2.0f) * u - (a + 3.0f)) * u * u + 1.0f;
    w[3] = 1.0f - w[0] - w[1] - w[2];
}

// Each work-item fills ROWS_PER_ITEM rows of a column. INTERPOLATION: 0 nearest, 1 linear, 2 cubic.
__kernel void warp_perspective(__global const uchar4* src, int src_pitch, int src_rows, int src_cols,
                               __global uchar4* dst, int dst_pitch, int dst_rows, int dst_cols,
                               homography_t h, float border_value) {
    const int dx = get_global_id(0);
    const int first = get_global_id(1) * ROWS_PER_ITEM;
    if (dx >= dst_cols) return;
    const float4 border = (float4)(border_value);

    for (int dy = first; dy < min(dst_rows, first + ROWS_PER_ITEM); ++dy) {
        float w = h.m[6] * dx + h.m[7] * dy + h.m[8];
        w = w != 0.0f ? 1.0f / w : 0.0f;
        const float fx = (h.m[0] * dx + h.m[1] * dy + h.m[2]) * w;
        const float fy = (h.m[3] * dx + h.m[4] * dy + h.m[5]) * w;
#if INTERPOLATION == 0
        const float4 value = sample_or_border(src, src_pitch, convert_int_sat_rte(fx),
                                              convert_int_sat_rte(fy), src_cols, src_rows, border);
#elif INTERPOLATION == 1
        const int sx = convert_int_sat_rtn(fx);
        const int sy = convert_int_sat_rtn(fy);
        const float ax = fx - sx;
        const float ay = fy - sy;
        const float4 v0 = sample_or_border(src, src_pitch, sx, sy, src_cols, src_rows, border);
        const float4 v1 = sample_or_border(src, src_pitch, sx + 1, sy, src_cols, src_rows, border);
        const float4 v2 = sample_or_border(src, src_pitch, sx, sy + 1, src_cols, src_rows, border);
        const float4 v3 = sample_or_border(src, src_pitch, sx + 1, sy + 1, src_cols, src_rows, border);
        const float4 value = mix(mix(v0, v1, ax), mix(v2, v3, ax), ay);
#else
        const int sx = convert_int_sat_rtn(fx);
        const int sy = convert_int_sat_rtn(fy);
        float wx[4], wy[4];
        cubic_weights(fx - sx, wx);
        cubic_weights(fy - sy, wy);
        float4 value = (float4)(0.0f);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float4 line = (float4)(0.0f);
#pragma unroll
            for (int i = 0; i < 4; ++i)
                line += wx[i] *
                        sample_or_border(src, src_pitch, sx + i - 1, sy + j - 1, src_cols, src_rows, border);
            value += wy[j] * line;
        }
#endif
        dst[mad24(dy, dst_pitch, dx)] = convert_uchar4_sat_rte(value);
    }
}
#endif

#ifdef CHANNELS
#define GAMMA_SIZE 256
#define ROOT_SIZE 1024

inline float spline_at(float x, __global const float4* table) {
    const int i = clamp(convert_int_rtz(x), 0, ROOT_SIZE - 1);
    const float t = x - i;
    const float4 c = table[i];
    return ((c.w * t + c.z) * t + c.y) * t + c.x;
}

// Bytes to Lab bytes. `gamma` undoes the transfer curve, `roots` holds cubic pieces of the cube root,
// `coeffs` the 3 x 3 matrix to XYZ over the white point.
__kernel void lab_from_rgb(__global const uchar* src, int src_step, int src_offset, __global uchar* dst,
                           int dst_step, int dst_offset, int rows, int cols, __constant float* gamma,
                           __global const float4* roots, __constant float* coeffs) {
    const int x = get_global_id(0);
    int y = get_global_id(1) * ROWS_PER_ITEM;
    if (x >= cols) return;

    int src_index = mad24(y, src_step, mad24(x, CHANNELS, src_offset));
    int dst_index = mad24(y, dst_step, mad24(x, 3, dst_offset));
#pragma unroll
    for (int k = 0; k < ROWS_PER_ITEM; ++k, ++y, src_index += src_step, dst_index += dst_step) {
        if (y >= rows) break;
#if CHANNELS == 4
        const uchar4 p = *(__global const uchar4*)(src + src_index);
#else
        const uchar3 p = vload3(0, src + src_index);
#endif
        const float r = gamma[p.x];
        const float g = gamma[p.y];
        const float b = gamma[p.z];
        const float scale = (float)ROOT_SIZE / 1.5f;
        const float fx = spline_at(fma(r, coeffs[0], fma(g, coeffs[1], b * coeffs[2])) * scale, roots);
        const float fy = spline_at(fma(r, coeffs[3], fma(g, coeffs[4], b * coeffs[5])) * scale, roots);
        const float fz = spline_at(fma(r, coeffs[6], fma(g, coeffs[7], b * coeffs[8])) * scale, roots);
        dst[dst_index] = convert_uchar_sat_rte((116.0f * fy - 16.0f) * 2.55f);
        dst[dst_index + 1] = convert_uchar_sat_rte(500.0f * (fx - fy) + 128.0f);
        dst[dst_index + 2] = convert_uchar_sat_rte(200.0f * (fy - fz) + 128.0f);
    }
}
#endif
