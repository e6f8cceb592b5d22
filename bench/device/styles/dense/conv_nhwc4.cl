// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of images whose channels lie in fours: [image][y][x][channel / 4] of float4.

// A float4 row of 4 x 4 filter values times the four channels of one pixel.
inline float4 mad_block(float4 sum, const float4 pixel, const float4 f0, const float4 f1, const float4 f2,
                        const float4 f3) {
    sum = mad((float4)(pixel.x), f0, sum);
    sum = mad((float4)(pixel.y), f1, sum);
    sum = mad((float4)(pixel.z), f2, sum);
    return mad((float4)(pixel.w), f3, sum);
}

inline float4 activated(const float4 v) {
#if ACTIVATION == 1
    return fmax(v, 0.0f);
#elif ACTIVATION == 2
    return clamp(v, 0.0f, 6.0f);
#elif ACTIVATION == 3
    return v / (1.0f + native_exp(-v));
#else
    return v;
#endif
}

#ifdef BLOCK_W
// Direct convolution. An item has BLOCK_W pixels of a row and BLOCK_C vectors of output channels.
// filter: [ky][kx][input channel][output channel / 4].
__kernel void conv_direct(const __global float4* restrict input, const __global float4* restrict filter,
                          const __global float4* restrict bias, __global float4* output,
                          const int in_h, const int in_w, const int in_c4,
                          const int out_h, const int out_w, const int out_c4,
                          const int kernel_h, const int kernel_w, const int stride, const int pad,
                          const int dilation) {
    const int oc = get_global_id(0) * BLOCK_C;
    const int ox = get_global_id(1) * BLOCK_W;
    const int image = get_global_id(2) / out_h;
    const int oy = get_global_id(2) % out_h;
    if (oc >= out_c4 || ox >= out_w) return;

    float4 acc[BLOCK_W][BLOCK_C];
    #pragma unroll
    for (int c = 0; c < BLOCK_C; ++c) {
        const float4 start = bias[oc + c];
        #pragma unroll
        for (int w = 0; w < BLOCK_W; ++w) acc[w][c] = start;
    }

    for (int ky = 0; ky < kernel_h; ++ky) {
        const int iy = oy * stride - pad + ky * dilation;
        if (iy < 0 || iy >= in_h) continue;
        const __global float4* restrict row = input + (image * in_h + iy) * in_w * in_c4;
        for (int kx = 0; kx < kernel_w; ++kx) {
            const int ix0 = ox * stride - pad + kx * dilation;
            const __global float4* restrict taps = filter + (ky * kernel_w + kx) * in_c4 * 4 * out_c4 + oc;
            for (int ic = 0; ic < in_c4; ++ic) {
                float4 pixels[BLOCK_W];
                #pragma unroll
                for (int w = 0; w < BLOCK_W; ++w) {
                    const int ix = ix0 + w * stride;
                    pixels[w] = (ix >= 0 && ix < in_w) ? row[ix * in_c4 + ic] : (float4)(0.0f);
                }
                #pragma unroll
                for (int c = 0; c < BLOCK_C; ++c) {
                    const float4 f0 = taps[(4 * ic + 0) * out_c4 + c];
                    const float4 f1 = taps[(4 * ic + 1) * out_c4 + c];
                    const float4 f2 = taps[(4 * ic + 2) * out_c4 + c];
                    const float4 f3 = taps[(4 * ic + 3) * out_c4 + c];
                    #pragma unroll
                    for (int w = 0; w < BLOCK_W; ++w)
                        acc[w][c] = mad_block(acc[w][c], pixels[w], f0, f1, f2, f3);
                }
            }
        }
    }

    #pragma unroll
    for (int w = 0; w < BLOCK_W; ++w) {
        if (ox + w < out_w) {
            #pragma unroll
            for (int c = 0; c < BLOCK_C; ++c)
                output[((image * out_h + oy) * out_w + ox + w) * out_c4 + oc + c] = activated(acc[w][c]);
        }
    }
}
#endif

#ifdef STRIP
// Depthwise KSIZE x KSIZE with stride 1: an item has STRIP pixels of a row, whose inputs it reads once a row.
// filter: [ky][kx][channel / 4].
__kernel void conv_depthwise(const __global float4* restrict input, __constant float4* filter,
                             __constant float4* bias, __global float4* output,
                             const int height, const int width, const int c4) {
    const int c = get_global_id(0);
    const int x0 = get_global_id(1) * STRIP;
    const int image = get_global_id(2) / height;
    const int y = get_global_id(2) % height;
    if (c >= c4 || x0 >= width) return;

    float4 acc[STRIP];
    #pragma unroll
    for (int s = 0; s < STRIP; ++s) acc[s] = bias[c];

    #pragma unroll
    for (int ky = 0; ky < KSIZE; ++ky) {
        const int iy = y + ky - KSIZE / 2;
        if (iy >= 0 && iy < height) {
            const int row = (image * height + iy) * width;
            float4 line[STRIP + KSIZE - 1];
            #pragma unroll
            for (int s = 0; s < STRIP + KSIZE - 1; ++s) {
                const int ix = x0 + s - KSIZE / 2;
                line[s] = (ix >= 0 && ix < width) ? input[(row + ix) * c4 + c] : (float4)(0.0f);
            }
            #pragma unroll
            for (int kx = 0; kx < KSIZE; ++kx) {
                const float4 tap = filter[(ky * KSIZE + kx) * c4 + c];
                #pragma unroll
                for (int s = 0; s < STRIP; ++s) acc[s] = mad(line[s + kx], tap, acc[s]);
            }
        }
    }
    #pragma unroll
    for (int s = 0; s < STRIP; ++s)
        if (x0 + s < width) output[((image * height + y) * width + x0 + s) * c4 + c] = activated(acc[s]);
}
#endif
