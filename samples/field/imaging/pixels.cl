// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of image pipelines: edge-preserving blur, change of size, colours, a look-up table.
#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef TILE_X
#define TILE_X 16
#endif
#ifndef TILE_Y
#define TILE_Y 16
#endif

// Average of the neighbours within RADIUS, weighted by distance and by likeness: exp(-near * distance^2 -
// like * difference^2). Pixels outside repeat the edge.
__kernel void bilateral_direct(__global const float* in, __global float* out, int width, int height, float near,
                               float like) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const float centre = in[(size_t)y * width + x];
    float sum = 0.0f;
    float weights = 0.0f;
    for (int j = -RADIUS; j <= RADIUS; ++j) {
        const size_t row = (size_t)clamp(y + j, 0, height - 1) * width;
        for (int i = -RADIUS; i <= RADIUS; ++i) {
            const float value = in[row + clamp(x + i, 0, width - 1)];
            const float apart = value - centre;
            const float weight = native_exp(-(near * (i * i + j * j) + like * apart * apart));
            sum = mad(weight, value, sum);
            weights += weight;
        }
    }
    out[(size_t)y * width + x] = sum / weights;
}

// The same from a tile in local memory.
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1))) void
bilateral_tile(__global const float* in, __global float* out, int width, int height, float near, float like) {
    __local float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    for (int row = ty; row < TILE_Y + 2 * RADIUS; row += TILE_Y) {
        const size_t from = (size_t)clamp(y - ty + row - RADIUS, 0, height - 1) * width;
        for (int column = tx; column < TILE_X + 2 * RADIUS; column += TILE_X)
            tile[row][column] = in[from + clamp(x - tx + column - RADIUS, 0, width - 1)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    const float centre = tile[ty + RADIUS][tx + RADIUS];
    float sum = 0.0f;
    float weights = 0.0f;
    #pragma unroll
    for (int j = 0; j <= 2 * RADIUS; ++j) {
        #pragma unroll
        for (int i = 0; i <= 2 * RADIUS; ++i) {
            const float value = tile[ty + j][tx + i];
            const float apart = value - centre;
            const int distance = (i - RADIUS) * (i - RADIUS) + (j - RADIUS) * (j - RADIUS);
            const float weight = native_exp(-mad(like * apart, apart, near * distance));
            sum = mad(weight, value, sum);
            weights += weight;
        }
    }
    out[(size_t)y * width + x] = sum / weights;
}

// Change of size by interpolation between four pixels, centres on centres, edges repeated.
__kernel void resize_bilinear(__global const float* in, __global float* out, int width, int height, int outWidth,
                              int outHeight) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= outWidth || y >= outHeight) return;
    const float sx = clamp((x + 0.5f) * ((float)width / outWidth) - 0.5f, 0.0f, (float)(width - 1));
    const float sy = clamp((y + 0.5f) * ((float)height / outHeight) - 0.5f, 0.0f, (float)(height - 1));
    const int x0 = (int)sx;
    const int y0 = (int)sy;
    const int x1 = min(x0 + 1, width - 1);
    const int y1 = min(y0 + 1, height - 1);
    const float upper = mix(in[(size_t)y0 * width + x0], in[(size_t)y0 * width + x1], sx - x0);
    const float lower = mix(in[(size_t)y1 * width + x0], in[(size_t)y1 * width + x1], sx - x0);
    out[(size_t)y * outWidth + x] = mix(upper, lower, sy - y0);
}

// The same by whole numbers, a scale of `num` source pixels for each `den` of the result, for pixels of four bytes.
// Weights are rounded to 1/256.
__kernel void resize_bilinear_uchar4(__global const uchar4* in, __global uchar4* out, int width, int height,
                                     int outWidth, int outHeight, int num, int den) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= outWidth || y >= outHeight) return;
    const int sx = clamp(((2 * x + 1) * num - den) * 128 / den, 0, (width - 1) * 256);
    const int sy = clamp(((2 * y + 1) * num - den) * 128 / den, 0, (height - 1) * 256);
    const int x0 = sx >> 8;
    const int y0 = sy >> 8;
    const int x1 = min(x0 + 1, width - 1);
    const int y1 = min(y0 + 1, height - 1);
    const int4 fx = (int4)(sx & 255);
    const int4 fy = (int4)(sy & 255);
    const int4 upper = convert_int4(in[y0 * width + x0]) * (256 - fx) + convert_int4(in[y0 * width + x1]) * fx;
    const int4 lower = convert_int4(in[y1 * width + x0]) * (256 - fx) + convert_int4(in[y1 * width + x1]) * fx;
    out[y * outWidth + x] = convert_uchar4((upper * (256 - fy) + lower * fy + 32768) >> 16);
}

// Luma and the two differences of colour, in planes, from pixels of four bytes: a pixel an item.
__kernel void luma_chroma_planes(__global const uchar4* in, __global uchar* luma, __global uchar* blue,
                                 __global uchar* red, int pixels) {
    const int i = get_global_id(0);
    if (i >= pixels) return;
    const int4 p = convert_int4(in[i]);
    luma[i] = (uchar)((77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8);
    blue[i] = (uchar)(min((-43 * p.x - 85 * p.y + 128 * p.z + 32896) >> 8, 255));
    red[i] = (uchar)(min((128 * p.x - 107 * p.y - 21 * p.z + 32896) >> 8, 255));
}

// The same with four pixels an item, so that loads are of 16 bytes and stores of four.
__kernel void luma_chroma_planes_uchar16(__global const uchar16* in, __global uchar4* luma, __global uchar4* blue,
                                         __global uchar4* red, int quads) {
    const int i = get_global_id(0);
    if (i >= quads) return;
    const uchar16 p = in[i];
    const int4 r = convert_int4(p.s048c);
    const int4 g = convert_int4(p.s159d);
    const int4 b = convert_int4(p.s26ae);
    luma[i] = convert_uchar4((77 * r + 150 * g + 29 * b + 128) >> 8);
    blue[i] = convert_uchar4_sat((-43 * r - 85 * g + 128 * b + 32896) >> 8);
    red[i] = convert_uchar4_sat((128 * r - 107 * g - 21 * b + 32896) >> 8);
}

// Every byte replaced by that of a table in constant memory, where the items of a warp ask for different places.
__kernel void equalise_lookup_constant(__global const uchar4* in, __constant uchar* table, __global uchar4* out,
                                       int quads) {
    const int i = get_global_id(0);
    if (i >= quads) return;
    const uchar4 p = in[i];
    out[i] = (uchar4)(table[p.x], table[p.y], table[p.z], table[p.w]);
}

// The same from a copy in local memory; a group takes STEPS vectors an item.
#ifndef STEPS
#define STEPS 8
#endif
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
equalise_lookup_local(__global const uchar4* in, __global const uchar* table, __global uchar4* out, int quads) {
    __local uchar kept[256];
    const int item = get_local_id(0);
    kept[item] = table[item];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = get_group_id(0) * (256 * STEPS) + item;
    #pragma unroll
    for (int s = 0; s < STEPS; ++s) {
        const int i = first + s * 256;
        if (i < quads) {
            const uchar4 p = in[i];
            out[i] = (uchar4)(kept[p.x], kept[p.y], kept[p.z], kept[p.w]);
        }
    }
}
