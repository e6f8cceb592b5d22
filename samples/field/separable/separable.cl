// SPDX-License-Identifier: GPL-3.0-or-later
// The two passes of a separable filter, along rows and along columns, pixels outside counting as zero. Weighted
// filters have 2 * RADIUS + 1 weights, boxes sum whole numbers.
#ifndef RADIUS
#define RADIUS 4
#endif
#define SPAN (2 * RADIUS + 1)
#ifndef WG_X
#define WG_X 32
#endif
#ifndef WG_Y
#define WG_Y 4
#endif
#ifndef STEPS
#define STEPS 4
#endif

// Along rows: a group has WG_Y rows of STEPS * WG_X pixels and, in local memory, a halo of WG_X pixels on both sides,
// of which RADIUS are used (RADIUS <= WG_X). An item computes STEPS pixels, WG_X apart.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
filter_rows_halo(__global const float* in, __constant float* weights, __global float* out, int width, int height) {
    __local float tile[WG_Y][(STEPS + 2) * WG_X];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int y = get_global_id(1);
    const int left = ((int)get_group_id(0) * STEPS - 1) * WG_X + tx;
    #pragma unroll
    for (int s = 0; s < STEPS + 2; ++s) {
        const int x = left + s * WG_X;
        tile[ty][s * WG_X + tx] = x >= 0 && x < width && y < height ? in[(size_t)y * width + x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int s = 1; s <= STEPS; ++s) {
        float sum = 0.0f;
        #pragma unroll
        for (int k = -RADIUS; k <= RADIUS; ++k) sum = mad(weights[k + RADIUS], tile[ty][s * WG_X + tx + k], sum);
        const int x = left + s * WG_X;
        if (x < width && y < height) out[(size_t)y * width + x] = sum;
    }
}

// Along columns, the same turned by a right angle: STEPS * WG_Y rows with a halo of WG_Y (RADIUS <= WG_Y). Columns lie
// in the rows of the tile, padded by one.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
filter_columns_halo(__global const float* in, __constant float* weights, __global float* out, int width,
                    int height) {
    __local float tile[WG_X][(STEPS + 2) * WG_Y + 1];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int x = get_global_id(0);
    const int top = ((int)get_group_id(1) * STEPS - 1) * WG_Y + ty;
    #pragma unroll
    for (int s = 0; s < STEPS + 2; ++s) {
        const int y = top + s * WG_Y;
        tile[tx][s * WG_Y + ty] = y >= 0 && y < height && x < width ? in[(size_t)y * width + x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int s = 1; s <= STEPS; ++s) {
        float sum = 0.0f;
        #pragma unroll
        for (int k = -RADIUS; k <= RADIUS; ++k) sum = mad(weights[k + RADIUS], tile[tx][s * WG_Y + ty + k], sum);
        const int y = top + s * WG_Y;
        if (x < width && y < height) out[(size_t)y * width + x] = sum;
    }
}

// Along columns without local memory: STEPS pixels of a column an item, whose STEPS + 2 * RADIUS pixels it loads once
// each and adds to all results that they belong to.
__kernel void filter_columns_registers(__global const float* in, __constant float* weights, __global float* out,
                                       int width, int height) {
    const int x = get_global_id(0);
    const int top = get_global_id(1) * STEPS;
    if (x >= width || top >= height) return;
    float sums[STEPS];
    #pragma unroll
    for (int s = 0; s < STEPS; ++s) sums[s] = 0.0f;
    #pragma unroll
    for (int j = 0; j < STEPS + 2 * RADIUS; ++j) {
        const int y = top + j - RADIUS;
        const float value = y >= 0 && y < height ? in[(size_t)y * width + x] : 0.0f;
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            if (j >= s && j - s < SPAN) sums[s] = mad(weights[j - s], value, sums[s]);
    }
    #pragma unroll
    for (int s = 0; s < STEPS; ++s)
        if (top + s < height) out[(size_t)(top + s) * width + x] = sums[s];
}

#ifndef STRIP
#define STRIP 64
#endif

// Box along columns with a running sum: an item goes down STRIP rows of a column, adds the pixel that comes in and
// takes off the one that leaves.
__kernel void box_columns_running(__global const uchar* in, __global ushort* out, int width, int height,
                                  int radius) {
    const int x = get_global_id(0);
    const int top = get_global_id(1) * STRIP;
    if (x >= width || top >= height) return;
    uint sum = 0;
    for (int y = max(top - radius, 0); y < min(top + radius, height); ++y) sum += in[(size_t)y * width + x];
    const int bottom = min(top + STRIP, height);
    for (int y = top; y < bottom; ++y) {
        if (y + radius < height) sum += in[(size_t)(y + radius) * width + x];
        out[(size_t)y * width + x] = (ushort)sum;
        if (y >= radius) sum -= in[(size_t)(y - radius) * width + x];
    }
}

// The same with four columns an item, by vectors.
__kernel void box_columns_running4(__global const uchar4* in, __global ushort4* out, int width, int height,
                                   int radius) {
    const int x = get_global_id(0);
    const int top = get_global_id(1) * STRIP;
    const int pitch = width / 4;
    if (x >= pitch || top >= height) return;
    uint4 sum = (uint4)(0);
    for (int y = max(top - radius, 0); y < min(top + radius, height); ++y)
        sum += convert_uint4(in[(size_t)y * pitch + x]);
    const int bottom = min(top + STRIP, height);
    for (int y = top; y < bottom; ++y) {
        if (y + radius < height) sum += convert_uint4(in[(size_t)(y + radius) * pitch + x]);
        out[(size_t)y * pitch + x] = convert_ushort4(sum);
        if (y >= radius) sum -= convert_uint4(in[(size_t)(y - radius) * pitch + x]);
    }
}

// Box along rows: an item goes along STRIP pixels of a row, so the items of a warp lie STRIP pixels apart.
__kernel void box_rows_running(__global const uchar* in, __global ushort* out, int width, int height, int radius) {
    const int left = get_global_id(0) * STRIP;
    const int y = get_global_id(1);
    if (left >= width || y >= height) return;
    __global const uchar* row = in + (size_t)y * width;
    uint sum = 0;
    for (int x = max(left - radius, 0); x < min(left + radius, width); ++x) sum += row[x];
    const int right = min(left + STRIP, width);
    for (int x = left; x < right; ++x) {
        if (x + radius < width) sum += row[x + radius];
        out[(size_t)y * width + x] = (ushort)sum;
        if (x >= radius) sum -= row[x - radius];
    }
}
