// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling and the response normalisation across channels.

// Largest or mean values of windows, channels in fours: [image][y][x][channel / 4]. MEAN counts the pixels
// that lie in the image alone.
#ifdef MEAN
__kernel void pool_windows(const __global float4* restrict input, __global float4* output, const int in_h,
                           const int in_w, const int c4, const int out_h, const int out_w, const int window,
                           const int stride, const int pad) {
    const int c = get_global_id(0);
    const int ox = get_global_id(1);
    const int image = get_global_id(2) / out_h;
    const int oy = get_global_id(2) % out_h;
    if (c >= c4 || ox >= out_w) return;
    const int y_first = max(oy * stride - pad, 0);
    const int y_end = min(oy * stride - pad + window, in_h);
    const int x_first = max(ox * stride - pad, 0);
    const int x_end = min(ox * stride - pad + window, in_w);
#if MEAN
    float4 value = (float4)(0.0f);
#else
    float4 value = (float4)(-FLT_MAX);
#endif
    for (int y = y_first; y < y_end; ++y) {
        for (int x = x_first; x < x_end; ++x) {
            const float4 pixel = input[((image * in_h + y) * in_w + x) * c4 + c];
#if MEAN
            value += pixel;
#else
            value = fmax(value, pixel);
#endif
        }
    }
#if MEAN
    value /= (float)((y_end - y_first) * (x_end - x_first));
#endif
    output[((image * out_h + oy) * out_w + ox) * c4 + c] = value;
}
#endif

// Response normalisation: an item walks the channels of PIXELS neighbouring pixels (planes of images) and
// keeps the sum of squares of `size` channels up to date.
#if defined PIXELS
#if PIXELS == 1
typedef float pixels_t;
#elif PIXELS == 2
typedef float2 pixels_t;
#elif PIXELS == 4
typedef float4 pixels_t;
#endif

__kernel void lrn_channels(const __global pixels_t* restrict input, __global pixels_t* output,
                           const int channels, const int plane, const int size, const float alpha_over_size,
                           const float beta, const float k) {
    const int at = get_global_id(0);
    const int vectors = plane / PIXELS;
    if (at >= vectors) return;
    const int first = get_global_id(1) * channels * vectors + at;
    const int ahead = (size - 1) / 2;
    const int behind = size - 1 - ahead;

    pixels_t sum = (pixels_t)(0.0f);
    for (int c = 0; c < ahead; ++c) {
        const pixels_t value = input[first + c * vectors];
        sum += value * value;
    }
    for (int c = 0; c < channels; ++c) {
        if (c + ahead < channels) {
            const pixels_t value = input[first + (c + ahead) * vectors];
            sum += value * value;
        }
        if (c > behind) {
            const pixels_t value = input[first + (c - behind - 1) * vectors];
            sum -= value * value;
        }
        const pixels_t scale = native_powr(k + alpha_over_size * sum, (pixels_t)(-beta));
        output[first + c * vectors] = input[first + c * vectors] * scale;
    }
}
#endif
