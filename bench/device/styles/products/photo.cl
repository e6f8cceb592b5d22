// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a raw photo pipeline: mosaic to colour, denoising by patches that look alike, the tone curve, and
// a step of wavelets with holes.

#define CURVE_SIZE 65536

inline float curve_at(__global const float* curve, float x) {
    const float at = clamp(x, 0.0f, 1.0f) * (CURVE_SIZE - 1);
    const int i = min((int)at, CURVE_SIZE - 2);
    return mix(curve[i], curve[i + 1], at - i);
}

// Scene to display: white balance and matrix, logarithmic shaper, a sampled curve, saturation, output power.
// `preserve` keeps the ratios of the channels instead of bending each by itself.
__kernel void tone_pipeline(__global const float4* in, __global float4* out, int width, int height,
                            float4 red, float4 green, float4 blue, float grey, float black_ev, float range_ev,
                            float saturation, float power, int preserve, __global const float* curve) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t k = (size_t)y * width + x;
    const float4 pixel = in[k];
    float4 c = (float4)(dot(pixel * red, (float4)(1, 1, 1, 0)), dot(pixel * green, (float4)(1, 1, 1, 0)),
                        dot(pixel * blue, (float4)(1, 1, 1, 0)), 0.0f);
    c = fmax(c, (float4)(1.5e-5f));

    if (preserve) {
        const float norm = cbrt(c.x * c.x * c.x + c.y * c.y * c.y + c.z * c.z * c.z) * 0.6933f;
        const float4 ratios = c / norm;
        const float shaped = curve_at(curve, (log2(norm / grey) - black_ev) / range_ev);
        c = shaped * ratios;
    } else {
        float4 s = (log2(c / grey) - black_ev) / range_ev;
        c.x = curve_at(curve, s.x);
        c.y = curve_at(curve, s.y);
        c.z = curve_at(curve, s.z);
    }

    const float luma = 0.2627f * c.x + 0.6780f * c.y + 0.0593f * c.z;
    const float bell = saturation * exp(-8.0f * (luma - 0.5f) * (luma - 0.5f));
    c = (float4)(luma) + (1.0f + bell) * (c - (float4)(luma));
    c = pow(clamp(c, (float4)(0.0f), (float4)(1.0f)), (float4)(power));
    c.w = pixel.w;
    out[k] = c;
}

#ifdef SEARCH
#define REACH (SEARCH + PATCH)
#define NLM_COLS (LSIZE_X + 2 * REACH)
#define NLM_ROWS (LSIZE_Y + 2 * REACH)

// Means over patches alike: the plane and its edge in local memory, each work-item compares its patch with
// those of the (2 SEARCH + 1)^2 pixels around.
__kernel __attribute__((reqd_work_group_size(LSIZE_X, LSIZE_Y, 1))) void
patch_means(__global const float* in, __global float* out, int width, int height, float sharpness,
            float amount) {
    __local float tile[NLM_ROWS * NLM_COLS];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int x0 = get_group_id(0) * LSIZE_X - REACH;
    const int y0 = get_group_id(1) * LSIZE_Y - REACH;
    for (int i = ly * LSIZE_X + lx; i < NLM_ROWS * NLM_COLS; i += LSIZE_X * LSIZE_Y) {
        const int sx = clamp(x0 + i % NLM_COLS, 0, width - 1);
        const int sy = clamp(y0 + i / NLM_COLS, 0, height - 1);
        tile[i] = in[sy * width + sx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int centre = (ly + REACH) * NLM_COLS + lx + REACH;
    float sum = 0.0f;
    float weights = 0.0f;
    for (int dy = -SEARCH; dy <= SEARCH; ++dy) {
        for (int dx = -SEARCH; dx <= SEARCH; ++dx) {
            const int other = centre + dy * NLM_COLS + dx;
            float distance = 0.0f;
#pragma unroll
            for (int j = -PATCH; j <= PATCH; ++j)
#pragma unroll
                for (int i = -PATCH; i <= PATCH; ++i) {
                    const float d = tile[centre + j * NLM_COLS + i] - tile[other + j * NLM_COLS + i];
                    distance = fma(d, d, distance);
                }
            const float w = native_exp(-fmax(0.0f, distance * sharpness - 2.0f));
            sum = fma(w, tile[other], sum);
            weights += w;
        }
    }
    if (x < width && y < height) out[y * width + x] = mix(tile[centre], sum / weights, amount);
}
#endif

#ifdef MOSAIC_EDGE
// The colour of a mosaic's pixel: 0 red, 1 green, 2 blue; two bits a site of an 8 x 2 pattern.
inline int site_colour(int row, int col, uint filters) {
    return (filters >> ((((row << 1) & 14) + (col & 1)) << 1)) & 3;
}

// Bayer raw to float4 pixels. Greens follow the weaker gradient, reds and blues the differences to green. The
// caller gives (local width + 4) * (local height + 4) floats of local memory.
__kernel void mosaic_to_colour(__global const ushort* raw, __global float4* out, int width, int height,
                               uint filters, float black, float white, __local float* buffer) {
    const int lw = get_local_size(0);
    const int lh = get_local_size(1);
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int stride = lw + 2 * MOSAIC_EDGE;
    const int cells = stride * (lh + 2 * MOSAIC_EDGE);
    const int x0 = get_group_id(0) * lw - MOSAIC_EDGE;
    const int y0 = get_group_id(1) * lh - MOSAIC_EDGE;
    const float scale = 1.0f / (white - black);
    for (int i = mad24(ly, lw, lx); i < cells; i += mul24(lw, lh)) {
        const int row = i / stride;
        const int sx = clamp(x0 + i - row * stride, 0, width - 1);
        const int sy = clamp(y0 + row, 0, height - 1);
        buffer[i] = fmax(0.0f, ((float)raw[mad24(sy, width, sx)] - black) * scale);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    __local const float* p = buffer + mad24(ly + MOSAIC_EDGE, stride, lx + MOSAIC_EDGE);
    const int c = site_colour(y, x, filters);
    const float own = p[0];
    float4 colour = (float4)(0.0f, own, 0.0f, 0.0f);
    if (c != 1) {
        const float across = fabs(p[-1] - p[1]) + fabs(2.0f * own - p[-2] - p[2]);
        const float down = fabs(p[-stride] - p[stride]) + fabs(2.0f * own - p[-2 * stride] - p[2 * stride]);
        const float gx = 0.5f * (p[-1] + p[1]) + 0.25f * (2.0f * own - p[-2] - p[2]);
        const float gy =
            0.5f * (p[-stride] + p[stride]) + 0.25f * (2.0f * own - p[-2 * stride] - p[2 * stride]);
        const float green = fmax(0.0f, across < down ? gx : (across > down ? gy : 0.5f * (gx + gy)));
        const float corners = 0.25f * (p[-stride - 1] + p[-stride + 1] + p[stride - 1] + p[stride + 1]);
        const float ring = 0.25f * (p[-1] + p[1] + p[-stride] + p[stride]);
        const float opposite = fmax(0.0f, corners + green - ring);
        colour = c == 0 ? (float4)(own, green, opposite, 0.0f) : (float4)(opposite, green, own, 0.0f);
    } else {
        const float second = 0.25f * (2.0f * own - 0.5f * (p[-2] + p[2] + p[-2 * stride] + p[2 * stride]));
        const float horizontal = fmax(0.0f, 0.5f * (p[-1] + p[1]) + second);
        const float vertical = fmax(0.0f, 0.5f * (p[-stride] + p[stride]) + second);
        if (site_colour(y, x + 1, filters) == 0)
            colour.xz = (float2)(horizontal, vertical);
        else
            colour.xz = (float2)(vertical, horizontal);
    }
    out[(size_t)y * width + x] = colour;
}
#endif

#ifdef HOLES_ROWS
__constant float hole_taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

// One scale of an edge-aware transform with holes: 25 taps `1 << scale` apart, weighted by likeness. Writes
// the coarse image and the detail beside it. A work-item goes down HOLES_ROWS rows.
__kernel void wavelet_holes(__global const float4* in, __global float4* coarse, __global float4* detail,
                            int width, int height, int scale, float sharpen) {
    const int x = get_global_id(0);
    if (x >= width) return;
    const int apart = 1 << scale;
    for (int n = 0; n < HOLES_ROWS; ++n) {
        const int y = get_global_id(1) * HOLES_ROWS + n;
        if (y >= height) return;
        const float4 own = in[y * width + x];
        float4 sum = (float4)(0.0f);
        float4 weights = (float4)(0.0f);
        for (int j = 0; j < 5; ++j) {
            const int sy = clamp(y + (j - 2) * apart, 0, height - 1);
#pragma unroll
            for (int i = 0; i < 5; ++i) {
                const int sx = clamp(x + (i - 2) * apart, 0, width - 1);
                const float4 p = in[sy * width + sx];
                const float4 d = own - p;
                const float chroma = d.y * d.y + d.z * d.z;
                const float wl = native_exp2(-sharpen * d.x * d.x);
                const float wc = native_exp2(-sharpen * chroma);
                const float4 w = hole_taps[i] * hole_taps[j] * (float4)(wl, wc, wc, 1.0f);
                sum += w * p;
                weights += w;
            }
        }
        const float4 mean = sum / weights;
        coarse[y * width + x] = mean;
        detail[y * width + x] = own - mean;
    }
}
#endif
