// SPDX-License-Identifier: GPL-3.0-or-later
// Discrete cosine transform of an image by blocks of 8 x 8 pixels, orthonormal: out = C * block * transposed C with
// C[u][i] = cos((2 i + 1) u pi / 16) / 2, and row 0 by the square root of one half less. Width and height are
// multiples of eight times what a group has of blocks.

// cos(k pi / 16) / 2
#define C1 0.490392640f
#define C2 0.461939766f
#define C3 0.415734806f
#define C4 0.353553391f
#define C5 0.277785117f
#define C6 0.191341716f
#define C7 0.097545161f

__constant float cosines[64] = {
    C4,  C4,  C4,  C4,  C4,  C4,  C4,  C4,  C1,  C3,  C5,  C7,  -C7, -C5, -C3, -C1,
    C2,  C6,  -C6, -C2, -C2, -C6, C6,  C2,  C3,  -C7, -C1, -C5, C5,  C1,  C7,  -C3,
    C4,  -C4, -C4, C4,  C4,  -C4, -C4, C4,  C5,  -C1, C7,  C3,  -C3, -C7, C1,  -C5,
    C6,  -C2, C2,  -C6, -C6, C2,  -C2, C6,  C7,  -C5, C3,  -C1, C1,  -C3, C5,  -C7,
};

#ifndef BLOCKS
#define BLOCKS 4
#endif

// An item a coefficient: BLOCKS blocks beside each other in local memory, two products with C.
__kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 8, 1))) void
dct8x8_coefficient_per_item(__global const float* in, __global float* out, int width) {
    __local float pixels[8][8 * BLOCKS];
    __local float halfway[8][8 * BLOCKS];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const size_t place = get_global_id(1) * (size_t)width + get_global_id(0);
    const int block = tx & ~7;
    const int u = tx & 7;
    pixels[ty][tx] = in[place];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < 8; ++i) sum = mad(pixels[ty][block + i], cosines[8 * u + i], sum);
    halfway[ty][tx] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < 8; ++i) sum = mad(halfway[i][tx], cosines[8 * ty + i], sum);
    out[place] = sum;
}

// Eight values by sums and differences of mirrored ones: 22 products instead of 64.
void transform8(float* v) {
    const float s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
    const float d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    v[0] = (s0 + s1 + s2 + s3) * C4;
    v[4] = (s0 - s1 - s2 + s3) * C4;
    v[2] = (s0 - s3) * C2 + (s1 - s2) * C6;
    v[6] = (s0 - s3) * C6 - (s1 - s2) * C2;
    v[1] = d0 * C1 + d1 * C3 + d2 * C5 + d3 * C7;
    v[3] = d0 * C3 - d1 * C7 - d2 * C1 - d3 * C5;
    v[5] = d0 * C5 - d1 * C1 + d2 * C7 + d3 * C3;
    v[7] = d0 * C7 - d1 * C5 + d2 * C3 - d3 * C1;
}

// Eight items a block: an item transforms a column of its block in registers, leaves it in local memory, and takes a
// row. A group has BLOCKS blocks beside each other and ROWS above each other. Rows of the tile are padded by one.
#ifndef ROWS
#define ROWS 2
#endif
__kernel __attribute__((reqd_work_group_size(8 * BLOCKS, ROWS, 1))) void
dct8x8_line_per_item(__global const float* in, __global float* out, int width) {
    __local float tile[ROWS * 8][8 * BLOCKS + 1];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const size_t corner = get_group_id(1) * (size_t)(8 * ROWS) * width + get_group_id(0) * (8 * BLOCKS);
    float v[8];
    #pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = in[corner + (size_t)(8 * ty + i) * width + tx];
    transform8(v);
    #pragma unroll
    for (int i = 0; i < 8; ++i) tile[8 * ty + i][tx] = v[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int row = 8 * ty + (tx & 7);
    const int left = tx & ~7;
    #pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = tile[row][left + i];
    transform8(v);
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = 0; i < 8; ++i) tile[row][left + i] = v[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = 0; i < 8; ++i) out[corner + (size_t)(8 * ty + i) * width + tx] = tile[8 * ty + i][tx];
}

// A block an item, all of it in registers, loaded and stored by vectors.
__kernel void dct8x8_block_per_item(__global const float* in, __global float* out, int width, int height) {
    const int left = get_global_id(0) * 8;
    const int top = get_global_id(1) * 8;
    if (left >= width || top >= height) return;
    const size_t corner = (size_t)top * width + left;
    float block[64];
    #pragma unroll
    for (int y = 0; y < 8; ++y) {
        const float8 row = vload8(0, in + corner + (size_t)y * width);
        block[8 * y] = row.s0;
        block[8 * y + 1] = row.s1;
        block[8 * y + 2] = row.s2;
        block[8 * y + 3] = row.s3;
        block[8 * y + 4] = row.s4;
        block[8 * y + 5] = row.s5;
        block[8 * y + 6] = row.s6;
        block[8 * y + 7] = row.s7;
        transform8(block + 8 * y);
    }
    #pragma unroll
    for (int x = 0; x < 8; ++x) {
        float v[8];
        #pragma unroll
        for (int y = 0; y < 8; ++y) v[y] = block[8 * y + x];
        transform8(v);
        #pragma unroll
        for (int y = 0; y < 8; ++y) block[8 * y + x] = v[y];
    }
    #pragma unroll
    for (int y = 0; y < 8; ++y)
        vstore8((float8)(block[8 * y], block[8 * y + 1], block[8 * y + 2], block[8 * y + 3], block[8 * y + 4],
                         block[8 * y + 5], block[8 * y + 6], block[8 * y + 7]),
                0, out + corner + (size_t)y * width);
}
