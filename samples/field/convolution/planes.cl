// SPDX-License-Identifier: GPL-3.0-or-later
// What treats each plane of an image for itself: a convolution by depth and pooling. Planes are height x width.
#ifndef ROWS
#define ROWS 4
#endif

// Convolution by windows of 3 x 3, each plane with its own nine weights, and a rim of zeros. An item goes down ROWS
// pixels of a column with three rows of its window in registers. Dimensions: columns, rows / ROWS, planes.
__kernel void depthwise3x3_columns(__global const float* in, __global const float* weights, __global float* out,
                                   int channels, int height, int width) {
    const int x = get_global_id(0);
    const int firstY = get_global_id(1) * ROWS;
    const int plane = get_global_id(2);
    if (x >= width || firstY >= height) return;
    __global const float* from = in + (size_t)plane * height * width;
    __global float* to = out + (size_t)plane * height * width;
    __global const float* w = weights + plane % channels * 9;
    const bool notFirst = x > 0;
    const bool notLast = x + 1 < width;

    float3 rows[3]; // above, here, below: the pixel's left neighbour, itself, the right one
    #pragma unroll
    for (int r = 0; r < 2; ++r) {
        const int y = firstY + r - 1;
        rows[r] = (float3)(0.0f);
        if (y >= 0) {
            if (notFirst) rows[r].x = from[y * width + x - 1];
            rows[r].y = from[y * width + x];
            if (notLast) rows[r].z = from[y * width + x + 1];
        }
    }
    const float3 w0 = vload3(0, w);
    const float3 w1 = vload3(1, w);
    const float3 w2 = vload3(2, w);
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int y = firstY + r;
        rows[2] = (float3)(0.0f);
        if (y + 1 < height) {
            if (notFirst) rows[2].x = from[(y + 1) * width + x - 1];
            rows[2].y = from[(y + 1) * width + x];
            if (notLast) rows[2].z = from[(y + 1) * width + x + 1];
        }
        if (y < height) to[y * width + x] = dot(rows[0], w0) + dot(rows[1], w1) + dot(rows[2], w2);
        rows[0] = rows[1];
        rows[1] = rows[2];
    }
}

#ifndef WINDOW
#define WINDOW 3
#endif
#ifndef STRIDE
#define STRIDE 2
#endif

// The largest of each WINDOW x WINDOW pixels, windows STRIDE apart and cut at the lower and right edge. One-dimensional:
// an item a result.
__kernel void pool_largest(__global const float* in, __global float* out, int height, int width, int outHeight,
                           int outWidth, int total) {
    const int i = get_global_id(0);
    if (i >= total) return;
    const int left = i % outWidth * STRIDE;
    const int top = i / outWidth % outHeight * STRIDE;
    __global const float* plane = in + (size_t)(i / (outWidth * outHeight)) * height * width;
    const int right = min(left + WINDOW, width);
    const int bottom = min(top + WINDOW, height);
    float largest = -INFINITY;
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) largest = fmax(largest, plane[y * width + x]);
    out[i] = largest;
}

// The average of 2 x 2 pixels, four results an item from two loads of eight. Dimensions: outWidth / 4, outHeight,
// planes; outWidth is a multiple of four.
__kernel void pool_average2x2_vectors(__global const float* in, __global float4* out, int outHeight, int outWidth) {
    const int quad = get_global_id(0);
    const int y = get_global_id(1);
    const int plane = get_global_id(2);
    if (quad >= outWidth / 4) return;
    const size_t row = ((size_t)plane * outHeight + y) * (outWidth / 4);
    const float8 upper = vload8(2 * row + quad, in);
    const float8 lower = vload8(2 * row + outWidth / 4 + quad, in);
    const float8 sums = upper + lower;
    out[row + quad] = (sums.even + sums.odd) * 0.25f;
}

#ifndef WG_SIZE
#define WG_SIZE 128
#endif

// The average of a whole plane, a plane a group.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
pool_average_planes(__global const float* in, __global float* out, int pixels) {
    __local float scratch[WG_SIZE];
    const int item = get_local_id(0);
    __global const float* plane = in + get_group_id(0) * (size_t)pixels;
    float sum = 0.0f;
    for (int i = item; i < pixels; i += WG_SIZE) sum += plane[i];
    scratch[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) scratch[item] += scratch[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) out[get_group_id(0)] = scratch[0] / pixels;
}
