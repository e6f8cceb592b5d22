// SPDX-License-Identifier: GPL-3.0-or-later
// Transforms around F(4 x 4, 3 x 3): 6 x 6 tiles, 36 matrices of [channel][tile]. Images are planes.
#define T 6

// B' * d of six values, `step` apart.
inline void input_line(float* d, const int step) {
    const float d0 = d[0];
    const float d1 = d[step];
    const float d2 = d[2 * step];
    const float d3 = d[3 * step];
    const float d4 = d[4 * step];
    const float d5 = d[5 * step];
    d[0] = 4.0f * d0 - 5.0f * d2 + d4;
    d[step] = d4 + d3 - 4.0f * (d1 + d2);
    d[2 * step] = d4 - d3 + 4.0f * (d1 - d2);
    d[3 * step] = d4 - d2 + 2.0f * (d3 - d1);
    d[4 * step] = d4 - d2 - 2.0f * (d3 - d1);
    d[5 * step] = 4.0f * d1 - 5.0f * d3 + d5;
}

// One item for each tile and channel: reads the 6 x 6 pixels with `pad` zeros around the image.
__kernel void winograd_input(const __global float* restrict images, __global float* transformed,
                             const int channels, const int height, const int width, const int tiles_y,
                             const int tiles_x, const int pad, const int tiles) {
    const int tile = get_global_id(0);
    const int channel = get_global_id(1);
    if (tile >= tiles || channel >= channels) return;
    const int image = tile / (tiles_y * tiles_x);
    const int within = tile % (tiles_y * tiles_x);
    const int y0 = (within / tiles_x) * 4 - pad;
    const int x0 = (within % tiles_x) * 4 - pad;
    const __global float* restrict plane = images + (image * channels + channel) * height * width;

    float d[T * T];
    #pragma unroll
    for (int y = 0; y < T; ++y) {
        #pragma unroll
        for (int x = 0; x < T; ++x) {
            const int iy = y0 + y;
            const int ix = x0 + x;
            const bool inside = iy >= 0 && iy < height && ix >= 0 && ix < width;
            d[y * T + x] = inside ? plane[iy * width + ix] : 0.0f;
        }
    }
    #pragma unroll
    for (int x = 0; x < T; ++x) input_line(d + x, T);
    #pragma unroll
    for (int y = 0; y < T; ++y) input_line(d + y * T, 1);
    #pragma unroll
    for (int i = 0; i < T * T; ++i) transformed[(i * channels + channel) * tiles + tile] = d[i];
}

// The 36 products of a tile to 4 x 4 pixels, with bias and ReLU.
__kernel void winograd_output(const __global float* restrict products, const __global float* restrict bias,
                              __global float* images, const int channels, const int height, const int width,
                              const int tiles_y, const int tiles_x, const int tiles) {
    const int tile = get_global_id(0);
    const int channel = get_global_id(1);
    if (tile >= tiles || channel >= channels) return;
    float half_way[4][T];
    #pragma unroll
    for (int x = 0; x < T; ++x) {
        float m[T];
        #pragma unroll
        for (int y = 0; y < T; ++y) m[y] = products[((y * T + x) * channels + channel) * tiles + tile];
        const float s1 = m[1] + m[2];
        const float s2 = m[1] - m[2];
        const float s3 = m[3] + m[4];
        const float s4 = m[3] - m[4];
        half_way[0][x] = m[0] + s1 + s3;
        half_way[1][x] = s2 + 2.0f * s4;
        half_way[2][x] = s1 + 4.0f * s3;
        half_way[3][x] = s2 + 8.0f * s4 + m[5];
    }
    const int image = tile / (tiles_y * tiles_x);
    const int within = tile % (tiles_y * tiles_x);
    const int y0 = (within / tiles_x) * 4;
    const int x0 = (within % tiles_x) * 4;
    const float start = bias[channel];
    __global float* plane = images + (image * channels + channel) * height * width;
    #pragma unroll
    for (int y = 0; y < 4; ++y) {
        const float* h = half_way[y];
        const float s1 = h[1] + h[2];
        const float s2 = h[1] - h[2];
        const float s3 = h[3] + h[4];
        const float s4 = h[3] - h[4];
        const float line[4] = {h[0] + s1 + s3, s2 + 2.0f * s4, s1 + 4.0f * s3, s2 + 8.0f * s4 + h[5]};
        #pragma unroll
        for (int x = 0; x < 4; ++x)
            if (y0 + y < height && x0 + x < width)
                plane[(y0 + y) * width + x0 + x] = fmax(line[x] + start, 0.0f);
    }
}
