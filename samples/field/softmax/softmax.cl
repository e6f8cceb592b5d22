// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax along the rows of a matrix: out = exp(in - m) / sum of exp(in - m), m being the row's largest element.
// Four ways to give rows to work-items. Build with -DWG_SIZE=<local size>, a power of two.
#ifndef WG_SIZE
#define WG_SIZE 256
#endif

// The largest value of a group, known to all of its work-items. `scratch` may be written again on return.
float groupMaximum(__local float* scratch, int item, float value) {
    scratch[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) scratch[item] = fmax(scratch[item], scratch[item + reach]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float result = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

// The sum of a group's values, known to all of its work-items.
float groupSum(__local float* scratch, int item, float value) {
    scratch[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) scratch[item] += scratch[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float result = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

// A row a group, three walks over it in global memory: maximum, sum, results. Any number of columns.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
softmax_row_three_walks(__global const float* in, __global float* out, int columns) {
    __local float scratch[WG_SIZE];
    const int item = get_local_id(0);
    __global const float* row = in + get_group_id(0) * (size_t)columns;
    __global float* result = out + get_group_id(0) * (size_t)columns;

    float largest = -INFINITY;
    for (int c = item; c < columns; c += WG_SIZE) largest = fmax(largest, row[c]);
    largest = groupMaximum(scratch, item, largest);

    float sum = 0.0f;
    for (int c = item; c < columns; c += WG_SIZE) sum += exp(row[c] - largest);
    sum = groupSum(scratch, item, sum);

    const float scale = 1.0f / sum;
    for (int c = item; c < columns; c += WG_SIZE) result[c] = exp(row[c] - largest) * scale;
}

// A row a group, kept in local memory (`kept`, a float4 for each four columns), so that global memory is read
// once, by vectors, and each exponential is computed once. The number of columns is a multiple of four.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
softmax_row_kept_float4(__global const float4* in, __global float4* out, int columns, __local float4* kept) {
    __local float scratch[WG_SIZE];
    const int item = get_local_id(0);
    const int vectors = columns / 4;
    __global const float4* row = in + get_group_id(0) * (size_t)vectors;
    __global float4* result = out + get_group_id(0) * (size_t)vectors;

    float4 largest4 = (float4)(-INFINITY);
    for (int v = item; v < vectors; v += WG_SIZE) {
        const float4 value = row[v];
        kept[v] = value;
        largest4 = fmax(largest4, value);
    }
    const float largest =
        groupMaximum(scratch, item, fmax(fmax(largest4.x, largest4.y), fmax(largest4.z, largest4.w)));

    float4 sum4 = (float4)(0.0f);
    for (int v = item; v < vectors; v += WG_SIZE) {
        const float4 power = native_exp(kept[v] - largest);
        kept[v] = power;
        sum4 += power;
    }
    const float scale = 1.0f / groupSum(scratch, item, sum4.x + sum4.y + sum4.z + sum4.w);

    for (int v = item; v < vectors; v += WG_SIZE) result[v] = kept[v] * scale;
}

// One walk for maximum and sum together: a sum so far is scaled down whenever a larger element turns up, and so
// are two partial sums where work-items meet. The second walk writes the results.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
softmax_row_online(__global const float* in, __global float* out, int columns) {
    __local float maxima[WG_SIZE];
    __local float sums[WG_SIZE];
    const int item = get_local_id(0);
    __global const float* row = in + get_group_id(0) * (size_t)columns;
    __global float* result = out + get_group_id(0) * (size_t)columns;

    float largest = -1.0e30f;
    float sum = 0.0f;
    for (int c = item; c < columns; c += WG_SIZE) {
        const float value = row[c];
        const float higher = fmax(largest, value);
        sum = sum * native_exp(largest - higher) + native_exp(value - higher);
        largest = higher;
    }
    maxima[item] = largest;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) {
            const float higher = fmax(maxima[item], maxima[item + reach]);
            sums[item] = sums[item] * native_exp(maxima[item] - higher) +
                         sums[item + reach] * native_exp(maxima[item + reach] - higher);
            maxima[item] = higher;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    largest = maxima[0];
    const float scale = 1.0f / sums[0];
    for (int c = item; c < columns; c += WG_SIZE) result[c] = native_exp(row[c] - largest) * scale;
}

#ifndef LANES
#define LANES 32
#endif
#ifndef PER_LANE
#define PER_LANE 8
#endif

// Short rows of LANES * PER_LANE columns: LANES work-items share a row that they hold in registers, and a group
// of WG_SIZE has WG_SIZE / LANES rows. Neighbours exchange through a butterfly in local memory, after which
// every one of them has the result. `rows` need not fill the last group.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
softmax_row_lanes(__global const float* in, __global float* out, int rows) {
    __local float exchange[WG_SIZE];
    const int item = get_local_id(0);
    const int lane = item % LANES;
    const int row = get_group_id(0) * (WG_SIZE / LANES) + item / LANES;
    const size_t first = (size_t)min(row, rows - 1) * (LANES * PER_LANE) + lane;

    float values[PER_LANE];
    float largest = -INFINITY;
    #pragma unroll
    for (int k = 0; k < PER_LANE; ++k) {
        values[k] = in[first + k * LANES];
        largest = fmax(largest, values[k]);
    }
    #pragma unroll
    for (int apart = LANES / 2; apart > 0; apart >>= 1) {
        exchange[item] = largest;
        barrier(CLK_LOCAL_MEM_FENCE);
        largest = fmax(largest, exchange[item ^ apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < PER_LANE; ++k) {
        values[k] = native_exp(values[k] - largest);
        sum += values[k];
    }
    #pragma unroll
    for (int apart = LANES / 2; apart > 0; apart >>= 1) {
        exchange[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += exchange[item ^ apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows) {
        const float scale = 1.0f / sum;
        #pragma unroll
        for (int k = 0; k < PER_LANE; ++k) out[first + k * LANES] = values[k] * scale;
    }
}
