// SPDX-License-Identifier: GPL-3.0-or-later
// Rows taken and given by index, and tensors whose dimensions change places.

// Lookup: row `ids[token]` of the table becomes row `token`. Dimension 0 walks along a row of `vectors` float4.
__kernel void embedding_rows_float4(__global const float4* table, __global const int* ids, __global float4* out,
                                    int vectors, int tokens) {
    const int v = get_global_id(0);
    const int token = get_global_id(1);
    if (v < vectors && token < tokens)
        out[(size_t)token * vectors + v] = table[(size_t)ids[token] * vectors + v];
}

// The same from a table in half precision, one-dimensional, eight columns an item: the token by a division.
__kernel void embedding_rows_half8(__global const half* table, __global const int* ids, __global float8* out,
                                   int vectors, int total) {
    const int i = get_global_id(0);
    if (i >= total) return;
    const int token = i / vectors;
    const int v = i % vectors;
    out[i] = vload_half8((size_t)ids[token] * vectors + v, table);
}

// Bags: the sum of `bagSize` rows of the table for each result, an item a column, weights by position.
__kernel void embedding_bags_sum(__global const float* table, __global const int* ids,
                                 __global const float* weights, __global float* out, int columns, int bagSize) {
    const int column = get_global_id(0);
    const int bag = get_global_id(1);
    if (column >= columns) return;
    float sum = 0.0f;
    for (int k = 0; k < bagSize; ++k) {
        const int row = ids[bag * bagSize + k];
        sum = mad(weights[bag * bagSize + k], table[(size_t)row * columns + column], sum);
    }
    out[(size_t)bag * columns + column] = sum;
}

// Whole numbers added to rows by index; several sources may meet in a row.
__kernel void scatter_add_rows_int(__global const int* in, __global const int* ids, __global int* sums,
                                   int columns, int rows) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column < columns && row < rows)
        atomic_add(&sums[(size_t)ids[row] * columns + column], in[(size_t)row * columns + column]);
}

// Floats added by index: OpenCL 1.2 has no such atomic operation, so compare and exchange until nobody came
// between.
__kernel void scatter_add_float(__global const float* in, __global const int* ids, __global float* sums,
                                int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    volatile __global uint* sum = (volatile __global uint*)&sums[ids[i]];
    const float value = in[i];
    uint before = *sum;
    uint expected;
    do { // warpstring: exchange
        expected = before;
        before = atomic_cmpxchg(sum, expected, as_uint(as_float(expected) + value));
    } while (before != expected);
}

// Planes to interleaved channels, an item an element of the result, whose place in the planes follows from
// divisions and remainders: reads are `pixels` apart, writes contiguous.
__kernel void planes_to_channels_elements(__global const float* in, __global float* out, int channels,
                                          int pixels, int total) {
    const int i = get_global_id(0);
    if (i >= total) return;
    const int channel = i % channels;
    const int pixel = i / channels % pixels;
    const int image = i / channels / pixels;
    out[i] = in[((size_t)image * channels + channel) * pixels + pixel];
}

#ifndef TILE
#define TILE 32
#endif
#ifndef ROWS
#define ROWS 8
#endif

// The same through a padded tile of local memory, TILE pixels by TILE channels, TILE / ROWS of them an item.
// Dimensions: pixels, channels, images.
__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
planes_to_channels_tile(__global const float* in, __global float* out, int channels, int pixels) {
    __local float tile[TILE][TILE + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int firstPixel = get_group_id(0) * TILE;
    const int firstChannel = get_group_id(1) * TILE;
    const size_t image = get_group_id(2) * (size_t)channels * pixels;
    for (int row = y; row < TILE; row += ROWS)
        if (firstPixel + x < pixels && firstChannel + row < channels)
            tile[row][x] = in[image + (size_t)(firstChannel + row) * pixels + firstPixel + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = y; row < TILE; row += ROWS)
        if (firstPixel + row < pixels && firstChannel + x < channels)
            out[image + (size_t)(firstPixel + row) * channels + firstChannel + x] = tile[x][row];
}

// Interleaved channels to planes with a vector of four channels an item: one load of 16 bytes, four stores.
__kernel void channels_to_planes_float4(__global const float4* in, __global float* out, int channels,
                                        int pixels) {
    const int pixel = get_global_id(0);
    const int quad = get_global_id(1);
    const int image = get_global_id(2);
    if (pixel >= pixels) return;
    const float4 value = in[((size_t)image * pixels + pixel) * (channels / 4) + quad];
    __global float* plane = out + ((size_t)image * channels + 4 * quad) * pixels + pixel;
    plane[0] = value.x;
    plane[pixels] = value.y;
    plane[2 * pixels] = value.z;
    plane[3 * pixels] = value.w;
}
