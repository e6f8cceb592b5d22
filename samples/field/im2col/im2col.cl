// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of an image laid out as columns of a matrix, so that a convolution becomes a product, and back. Images are
// in planes, channels x height x width, with zeros around; the matrix has a row for each channel and place within
// the window (channels * SIZE * SIZE rows) and a column for each window (outHeight * outWidth).
// Build with -DSIZE=<window's width>, -DSTRIDE=<windows' distance>, -DPADDING=<zeros around>.
#ifndef SIZE
#define SIZE 3
#endif
#ifndef STRIDE
#define STRIDE 1
#endif
#ifndef PADDING
#define PADDING 1
#endif

// A window of one channel an item, which writes SIZE * SIZE elements, one in each of as many rows of the matrix.
__kernel void im2col_windows(__global const float* image, __global float* columns, int channels, int height,
                             int width, int outHeight, int outWidth) {
    const int i = get_global_id(0);
    const int windows = outHeight * outWidth;
    if (i >= channels * windows) return;
    const int channel = i / windows;
    const int window = i - channel * windows;
    const int top = window / outWidth * STRIDE - PADDING;
    const int left = window % outWidth * STRIDE - PADDING;
    __global const float* plane = image + (size_t)channel * height * width;
    __global float* column = columns + (size_t)channel * (SIZE * SIZE) * windows + window;
    for (int ky = 0; ky < SIZE; ++ky) {
        for (int kx = 0; kx < SIZE; ++kx) {
            const int y = top + ky;
            const int x = left + kx;
            const bool inside = y >= 0 && y < height && x >= 0 && x < width;
            *column = inside ? plane[y * width + x] : 0.0f;
            column += windows;
        }
    }
}

// An element of the matrix an item, its place found by divisions and remainders alone.
__kernel void im2col_elements(__global const float* image, __global float* columns, int channels, int height,
                              int width, int outHeight, int outWidth) {
    const int i = get_global_id(0);
    const int windows = outHeight * outWidth;
    if (i >= channels * SIZE * SIZE * windows) return;
    const int row = i / windows;
    const int window = i % windows;
    const int channel = row / (SIZE * SIZE);
    const int place = row % (SIZE * SIZE);
    const int y = window / outWidth * STRIDE - PADDING + place / SIZE;
    const int x = window % outWidth * STRIDE - PADDING + place % SIZE;
    float value = 0.0f;
    if (y >= 0 && y < height && x >= 0 && x < width) value = image[((size_t)channel * height + y) * width + x];
    columns[i] = value;
}

// A row of the matrix for each group's dimension 1, four windows an item: the place in the window is the same for the
// whole group, and stores are vectors. outHeight * outWidth is a multiple of four.
__kernel void im2col_rows_float4(__global const float* image, __global float4* columns, int height, int width,
                                 int outHeight, int outWidth) {
    const int quad = get_global_id(0);
    const int row = get_global_id(1);
    const int quads = outHeight * outWidth / 4;
    if (quad >= quads) return;
    __global const float* plane = image + (size_t)(row / (SIZE * SIZE)) * height * width;
    const int downward = row / SIZE % SIZE - PADDING;
    const int rightward = row % SIZE - PADDING;
    float values[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int window = 4 * quad + k;
        const int y = window / outWidth * STRIDE + downward;
        const int x = window % outWidth * STRIDE + rightward;
        values[k] = y >= 0 && y < height && x >= 0 && x < width ? plane[y * width + x] : 0.0f;
    }
    columns[(size_t)row * quads + quad] = (float4)(values[0], values[1], values[2], values[3]);
}

// Back: a pixel an item, which gathers what the windows that cover it have at its place, so nothing is written twice.
__kernel void col2im_pixels(__global const float* columns, __global float* image, int channels, int height, int width,
                            int outHeight, int outWidth) {
    const int i = get_global_id(0);
    if (i >= channels * height * width) return;
    const int x = i % width + PADDING;
    const int y = i / width % height + PADDING;
    const int channel = i / (width * height);
    const int firstX = x < SIZE ? 0 : (x - SIZE) / STRIDE + 1;
    const int firstY = y < SIZE ? 0 : (y - SIZE) / STRIDE + 1;
    const int endX = min(x / STRIDE + 1, outWidth);
    const int endY = min(y / STRIDE + 1, outHeight);
    float sum = 0.0f;
    for (int wy = firstY; wy < endY; ++wy) {
        for (int wx = firstX; wx < endX; ++wx) {
            const int row = (channel * SIZE + y - wy * STRIDE) * SIZE + x - wx * STRIDE;
            sum += columns[((size_t)row * outHeight + wy) * outWidth + wx];
        }
    }
    image[i] = sum;
}
