// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution by windows of 3 x 3 pixels with a rim of zeros, stride 1: images in planes, weights as
// outputs x channels x 3 x 3. An item computes OUT output channels of ROWS pixels of a column in registers.
// Dimensions: columns, rows / ROWS, images * outputs / OUT. outputs is a multiple of OUT, channels of STEP.
#ifndef OUT
#define OUT 4
#endif
#ifndef ROWS
#define ROWS 2
#endif
#ifndef STEP
#define STEP 2
#endif
#ifndef WG_X
#define WG_X 16
#endif
#ifndef WG_Y
#define WG_Y 8
#endif

// Without local memory: (ROWS + 2) x 3 pixels of a channel come to registers, then serve OUT channels.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
convolution3x3_registers(__global const float* in, __global const float* weights, __global float* out,
                         int channels, int outputs, int height, int width) {
    const int x = get_global_id(0);
    const int firstY = get_global_id(1) * ROWS;
    const int slices = outputs / OUT;
    const int image = get_group_id(2) / slices;
    const int firstOutput = (int)(get_group_id(2) % slices) * OUT;
    if (x >= width || firstY >= height) return;

    float sums[OUT][ROWS];
    #pragma unroll
    for (int o = 0; o < OUT; ++o)
        #pragma unroll
        for (int r = 0; r < ROWS; ++r) sums[o][r] = 0.0f;
    for (int channel = 0; channel < channels; ++channel) {
        __global const float* plane = in + ((size_t)image * channels + channel) * height * width;
        float patch[ROWS + 2][3];
        #pragma unroll
        for (int r = 0; r < ROWS + 2; ++r) {
            const int y = firstY + r - 1;
            #pragma unroll
            for (int k = 0; k < 3; ++k) {
                const int column = x + k - 1;
                const bool inside = y >= 0 && y < height && column >= 0 && column < width;
                patch[r][k] = inside ? plane[y * width + column] : 0.0f;
            }
        }
        #pragma unroll
        for (int o = 0; o < OUT; ++o) {
            __global const float* w = weights + ((firstOutput + o) * channels + channel) * 9;
            #pragma unroll
            for (int k = 0; k < 9; ++k) {
                const float weight = w[k];
                #pragma unroll
                for (int r = 0; r < ROWS; ++r) sums[o][r] = mad(patch[r + k / 3][k % 3], weight, sums[o][r]);
            }
        }
    }
    #pragma unroll
    for (int o = 0; o < OUT; ++o) {
        __global float* plane = out + ((size_t)image * outputs + firstOutput + o) * height * width;
        #pragma unroll
        for (int r = 0; r < ROWS; ++r)
            if (firstY + r < height) plane[(firstY + r) * width + x] = sums[o][r];
    }
}

#define TILE_X (WG_X + 2)
#define TILE_Y (WG_Y * ROWS + 2)

// With local memory: the group brings its pixels and their rim of STEP channels, and the weights for them, into
// local memory at a time.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
convolution3x3_tiles(__global const float* in, __global const float* weights, __global float* out, int channels,
                     int outputs, int height, int width) {
    __local float tile[STEP][TILE_Y][TILE_X];
    __local float kept[STEP][9][OUT];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int item = ty * WG_X + tx;
    const int slices = outputs / OUT;
    const int image = get_group_id(2) / slices;
    const int firstOutput = (int)(get_group_id(2) % slices) * OUT;
    const int left = (int)get_group_id(0) * WG_X - 1;
    const int top = (int)get_group_id(1) * (WG_Y * ROWS) - 1;

    float sums[OUT][ROWS];
    #pragma unroll
    for (int o = 0; o < OUT; ++o)
        #pragma unroll
        for (int r = 0; r < ROWS; ++r) sums[o][r] = 0.0f;
    for (int first = 0; first < channels; first += STEP) {
        for (int i = item; i < STEP * TILE_Y * TILE_X; i += WG_X * WG_Y) {
            const int c = i / (TILE_Y * TILE_X);
            const int y = top + i / TILE_X % TILE_Y;
            const int x = left + i % TILE_X;
            float value = 0.0f;
            if (y >= 0 && y < height && x >= 0 && x < width)
                value = in[(((size_t)image * channels + first + c) * height + y) * width + x];
            tile[c][i / TILE_X % TILE_Y][i % TILE_X] = value;
        }
        for (int i = item; i < STEP * 9 * OUT; i += WG_X * WG_Y) {
            const int c = i / (9 * OUT);
            const int k = i / OUT % 9;
            const int o = i % OUT;
            kept[c][k][o] = weights[((firstOutput + o) * channels + first + c) * 9 + k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int c = 0; c < STEP; ++c) {
            #pragma unroll
            for (int k = 0; k < 9; ++k) {
                #pragma unroll
                for (int r = 0; r < ROWS; ++r) {
                    const float value = tile[c][ty * ROWS + r + k / 3][tx + k % 3];
                    #pragma unroll
                    for (int o = 0; o < OUT; ++o) sums[o][r] = mad(value, kept[c][k][o], sums[o][r]);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int x = left + 1 + tx;
    const int y = top + 1 + ty * ROWS;
    if (x >= width) return;
    #pragma unroll
    for (int o = 0; o < OUT; ++o) {
        __global float* plane = out + ((size_t)image * outputs + firstOutput + o) * height * width;
        #pragma unroll
        for (int r = 0; r < ROWS; ++r)
            if (y + r < height) plane[(y + r) * width + x] = sums[o][r];
    }
}
