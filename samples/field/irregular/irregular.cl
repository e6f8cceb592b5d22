// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is not spread evenly: sections that one work-item runs alone, grids of which few groups have work, and
// loops that grow with the group.

#ifndef WG
#define WG 128
#endif

// An exponential moving average in blocks of WG: while work-item 0 runs along the block in local memory, the others
// wait. PARTS of the block's work-items may run at once, each on its own stretch.
#ifndef PARTS
#define PARTS 1
#endif
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
serial_average(__global const float* in, __global float* out, float keep) {
    __local float block[WG];
    const uint item = get_local_id(0);
    block[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < PARTS) {
        float average = 0.0f;
        for (uint i = item * (WG / PARTS); i < (item + 1) * (WG / PARTS); ++i) {
            average = keep * average + (1.0f - keep) * block[i];
            block[i] = average;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = block[item];
}

// Product with a lower triangle stored row by row without its zeros: group g has a row of g + 1 elements, so the last
// groups work longest. REVERSED starts with the longest.
#ifndef REVERSED
#define REVERSED 0
#endif
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
triangle_times_vector(__global const float* triangle, __global const float* x, __global float* y) {
    __local float sums[WG];
    const uint item = get_local_id(0);
    const uint row = REVERSED ? get_num_groups(0) - 1 - get_group_id(0) : get_group_id(0);
    __global const float* elements = triangle + row * (row + 1) / 2;
    float sum = 0.0f;
    for (uint i = item; i <= row; i += WG) sum += elements[i] * x[i];
    sums[item] = sum;
    for (uint stride = WG / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < stride) sums[item] += sums[item + stride];
    }
    if (item == 0) y[row] = sums[0];
}

// All pairs i > j of points in a plane grid of groups: those above the diagonal leave at once, those on it take half.
#ifndef TILE
#define TILE 16
#endif
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
pair_distances(__global const float4* points, __global float* distances, uint n) {
    if (get_group_id(0) > get_group_id(1)) return;
    __local float4 left[TILE];
    __local float4 right[TILE];
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    if (get_local_id(1) == 0) right[get_local_id(0)] = points[min(column, n - 1)];
    if (get_local_id(1) == 1) left[get_local_id(0)] = points[min((uint)get_group_id(1) * TILE + (uint)get_local_id(0), n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (column >= row || row >= n) return;
    const float4 difference = left[get_local_id(1)] - right[get_local_id(0)];
    distances[row * (row - 1) / 2 + column] =
        sqrt(difference.x * difference.x + difference.y * difference.y + difference.z * difference.z);
}

// Tasks of very different length, one a group: a table says how many blocks of WG elements each has, and most have
// few. The group leaves the largest element of each task.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
ragged_tasks(__global const int* in, __global const uint* starts, __global int* largest) {
    __local int best[WG];
    const uint item = get_local_id(0);
    const uint task = get_group_id(0);
    const uint end = starts[task + 1];
    int own = INT_MIN;
    for (uint i = starts[task] + item; i < end; i += WG) own = max(own, in[i]); // warpstring: task
    best[item] = own;
    for (uint stride = WG / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < stride) best[item] = max(best[item], best[item + stride]);
    }
    if (item == 0) largest[task] = best[0];
}

// One group in EVERY has work, a long chain of it; the others leave their work-items' zeros.
#ifndef EVERY
#define EVERY 16
#endif
__kernel void few_groups_iterate(__global const float* in, __global float* out, uint steps) {
    float x = 0.0f;
    if (get_group_id(0) % EVERY == 0) {
        x = in[get_global_id(0)];
        for (uint k = 0; k < steps; ++k) x = 2.8f * x * (1.0f - x) * 0.9f + 0.01f;
    }
    out[get_global_id(0)] = x;
}
