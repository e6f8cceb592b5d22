// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian blur of a grey image with (2 * RADIUS + 1)^2 weights, pixels outside counting as zero: Steuwer
// (dissertation, Münster 2015), section 4.5.1. Build with -DRADIUS=1, 2, 5 or 10.
#ifndef RADIUS
#define RADIUS 1
#endif
#define SPAN (2 * RADIUS + 1)

// A row of Pascal's triangle over its sum, which tends to the Gaussian of variance RADIUS / 2. The weight of a
// pixel is the product of its row's and its column's, and all of them add up to one.
__constant float weights[SPAN] = {
#if RADIUS == 1
    0.25f, 0.5f, 0.25f
#elif RADIUS == 2
    0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f
#elif RADIUS == 5
    1.0f / 1024, 10.0f / 1024, 45.0f / 1024, 120.0f / 1024, 210.0f / 1024, 252.0f / 1024, 210.0f / 1024,
    120.0f / 1024, 45.0f / 1024, 10.0f / 1024, 1.0f / 1024
#elif RADIUS == 10
    1.0f / 1048576, 20.0f / 1048576, 190.0f / 1048576, 1140.0f / 1048576, 4845.0f / 1048576, 15504.0f / 1048576,
    38760.0f / 1048576, 77520.0f / 1048576, 125970.0f / 1048576, 167960.0f / 1048576, 184756.0f / 1048576,
    167960.0f / 1048576, 125970.0f / 1048576, 77520.0f / 1048576, 38760.0f / 1048576, 15504.0f / 1048576,
    4845.0f / 1048576, 1140.0f / 1048576, 190.0f / 1048576, 20.0f / 1048576, 1.0f / 1048576
#endif
};

// Every work-item reads all of its neighbours from global memory.
__kernel void gauss_direct(__global const float* in, __global float* out, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int j = 0; j < SPAN; ++j) {
        const int row = y + j - RADIUS;
        if (row < 0 || row >= height) continue;
        for (int i = 0; i < SPAN; ++i) {
            const int column = x + i - RADIUS;
            if (column >= 0 && column < width) sum += weights[j] * weights[i] * in[row * width + column];
        }
    }
    out[y * width + x] = sum;
}

#ifndef TILE_X
#define TILE_X 16
#endif
#ifndef TILE_Y
#define TILE_Y 16
#endif
#define PATCH_X (TILE_X + 2 * RADIUS)
#define PATCH_Y (TILE_Y + 2 * RADIUS)

// Brings the pixels that a group needs into local memory: its tile and a rim of RADIUS around it. All
// work-items must come here.
void loadPatch(__local float* patch, __global const float* in, int width, int height) {
    const int firstColumn = (int)get_group_id(0) * TILE_X - RADIUS;
    const int firstRow = (int)get_group_id(1) * TILE_Y - RADIUS;
    for (int j = get_local_id(1); j < PATCH_Y; j += TILE_Y) {
        const int row = firstRow + j;
        for (int i = get_local_id(0); i < PATCH_X; i += TILE_X) {
            const int column = firstColumn + i;
            const bool inside = row >= 0 && row < height && column >= 0 && column < width;
            patch[j * PATCH_X + i] = inside ? in[row * width + column] : 0.0f;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Neighbours come from local memory.
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1))) void
gauss_tiled(__global const float* in, __global float* out, int width, int height) {
    __local float patch[PATCH_Y * PATCH_X];
    loadPatch(patch, in, width, height);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    __local const float* corner = patch + get_local_id(1) * PATCH_X + get_local_id(0);
    float sum = 0.0f;
    for (int j = 0; j < SPAN; ++j)
        for (int i = 0; i < SPAN; ++i) sum += weights[j] * weights[i] * corner[j * PATCH_X + i];
    if (x < width && y < height) out[y * width + x] = sum;
}

// The weights are products, so rows and columns can be blurred one after the other: 2 * SPAN products for a
// pixel instead of SPAN * SPAN, for a second array in local memory and a barrier more.
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1))) void
gauss_separable(__global const float* in, __global float* out, int width, int height) {
    __local float patch[PATCH_Y * PATCH_X];
    __local float blurredRows[PATCH_Y * TILE_X];
    loadPatch(patch, in, width, height);
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    for (int j = ty; j < PATCH_Y; j += TILE_Y) {
        float sum = 0.0f;
        for (int i = 0; i < SPAN; ++i) sum += weights[i] * patch[j * PATCH_X + tx + i];
        blurredRows[j * TILE_X + tx] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int j = 0; j < SPAN; ++j) sum += weights[j] * blurredRows[(ty + j) * TILE_X + tx];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < width && y < height) out[y * width + x] = sum;
}
