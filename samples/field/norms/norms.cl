// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisations between the layers of a network. Rows (tokens) by their mean and variance or by their root mean
// square alone, images by the statistics of a few channels. Build with -DWG_SIZE=<local size>, a power of two.
#ifndef WG_SIZE
#define WG_SIZE 256
#endif

// The sums of both components over a group, known to all of its work-items. `scratch` may be written again.
float2 groupSums(__local float2* scratch, int item, float2 value) {
    scratch[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) scratch[item] += scratch[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float2 sums = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sums;
}

// The sum of a group's values by one atomic-free tree.
float groupTotal(__local float* scratch, int item, float value) {
    scratch[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) scratch[item] += scratch[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return scratch[0];
}

// Layer norm, a row a group: one walk gathers the sums of elements and of squares, one writes. Any number of
// columns.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
layer_norm_row(__global const float* in, __global const float* gamma, __global const float* beta,
               __global float* out, int columns, float epsilon) {
    __local float2 scratch[WG_SIZE];
    const int item = get_local_id(0);
    __global const float* row = in + get_group_id(0) * (size_t)columns;
    __global float* result = out + get_group_id(0) * (size_t)columns;

    float2 sums = (float2)(0.0f);
    for (int c = item; c < columns; c += WG_SIZE) {
        const float value = row[c];
        sums += (float2)(value, value * value);
    }
    sums = groupSums(scratch, item, sums) / (float)columns;
    const float mean = sums.x;
    const float scale = rsqrt(sums.y - mean * mean + epsilon);
    for (int c = item; c < columns; c += WG_SIZE) result[c] = (row[c] - mean) * scale * gamma[c] + beta[c];
}

#ifndef VECTORS
#define VECTORS 2
#endif

// The same with the row in registers, VECTORS float4 a work-item, and the variance from differences to the mean.
// A row has 4 * VECTORS * WG_SIZE columns.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
layer_norm_row_registers(__global const float4* in, __global const float4* gamma, __global const float4* beta,
                         __global float4* out, float epsilon) {
    __local float scratch[2][WG_SIZE];
    const int item = get_local_id(0);
    const int columns = 4 * VECTORS * WG_SIZE;
    const size_t first = get_group_id(0) * (size_t)(VECTORS * WG_SIZE) + item;

    float4 kept[VECTORS];
    float4 sum = (float4)(0.0f);
    #pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        kept[v] = in[first + v * WG_SIZE];
        sum += kept[v];
    }
    const float mean = groupTotal(scratch[0], item, sum.x + sum.y + sum.z + sum.w) / columns;
    float squares = 0.0f;
    #pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        kept[v] -= mean;
        squares += dot(kept[v], kept[v]);
    }
    const float scale = rsqrt(groupTotal(scratch[1], item, squares) / columns + epsilon);
    #pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        out[first + v * WG_SIZE] = kept[v] * scale * gamma[item + v * WG_SIZE] + beta[item + v * WG_SIZE];
}

// RMS norm of half-precision rows after a residual is added: the sum goes to `hidden`, which the next layer's
// residual is, and its normalised form to `out`. Four columns at a time; their number is a multiple of four.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
rms_norm_add_half(__global const half* in, __global const half* residual, __global const float4* gamma,
                  __global float4* hidden, __global half* out, int columns, float epsilon) {
    __local float scratch[WG_SIZE];
    const int item = get_local_id(0);
    const int vectors = columns / 4;
    const size_t first = get_group_id(0) * (size_t)vectors;

    float squares = 0.0f;
    for (int v = item; v < vectors; v += WG_SIZE) {
        const float4 sum = vload_half4(first + v, in) + vload_half4(first + v, residual);
        hidden[first + v] = sum;
        squares += dot(sum, sum);
    }
    const float scale = rsqrt(groupTotal(scratch, item, squares) / columns + epsilon);
    for (int v = item; v < vectors; v += WG_SIZE)
        vstore_half4(hidden[first + v] * scale * gamma[v], first + v, out);
}

// RMS norm of rows that LANES work-items share, a two-dimensional group of LANES x ROWS: rows as short as the
// heads of an attention. Any number of columns; `rows` need not fill the last group.
#ifndef LANES
#define LANES 16
#endif
#ifndef ROWS
#define ROWS 16
#endif
__kernel __attribute__((reqd_work_group_size(LANES, ROWS, 1))) void
rms_norm_heads(__global const float* in, __global const float* gamma, __global float* out, int rows, int columns,
               float epsilon) {
    __local float scratch[ROWS][LANES + 1];
    const int lane = get_local_id(0);
    const int y = get_local_id(1);
    const int row = get_global_id(1);
    const size_t first = (size_t)min(row, rows - 1) * columns;
    float squares = 0.0f;
    for (int c = lane; c < columns; c += LANES) squares += in[first + c] * in[first + c];
    scratch[y][lane] = squares;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
        float total = 0.0f;
        for (int k = 0; k < LANES; ++k) total += scratch[y][k];
        scratch[y][LANES] = rsqrt(total / columns + epsilon);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row >= rows) return;
    const float scale = scratch[y][LANES];
    for (int c = lane; c < columns; c += LANES) out[first + c] = in[first + c] * scale * gamma[c];
}

// Group norm of images in planes: a work-group takes the `channels` x `pixels` elements of one group of channels,
// which lie together, and scales each channel by its own gamma and beta. `groups` is the number of groups an
// image has.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
group_norm_planes(__global const float* in, __global const float* gamma, __global const float* beta,
                  __global float* out, int groups, int channels, int pixels, float epsilon) {
    __local float2 scratch[WG_SIZE];
    const int item = get_local_id(0);
    const int elements = channels * pixels;
    const size_t first = get_group_id(0) * (size_t)elements;
    const int firstChannel = (int)(get_group_id(0) % groups) * channels;

    float2 sums = (float2)(0.0f);
    for (int i = item; i < elements; i += WG_SIZE) {
        const float value = in[first + i];
        sums.x += value;
        sums.y = mad(value, value, sums.y);
    }
    sums = groupSums(scratch, item, sums) / (float)elements;
    const float scale = rsqrt(sums.y - sums.x * sums.x + epsilon);
    for (int i = item; i < elements; i += WG_SIZE) {
        const int channel = firstChannel + i / pixels;
        out[first + i] = (in[first + i] - sums.x) * scale * gamma[channel] + beta[channel];
    }
}
