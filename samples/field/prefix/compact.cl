// SPDX-License-Identifier: GPL-3.0-or-later
// Stream compaction and sums of segments: what prefix sums are made for.

#ifndef WG
#define WG 256
#endif

// Each block of WG elements keeps those below `limit`, in their order, at the start of its own stretch of the
// result, and tells how many. The rest of the stretch gets zeros.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
compact_blocks(__global const float* in, __global float* out, __global uint* kept, float limit) {
    __local uint ranks[WG];
    __local float chosen[WG];
    const uint item = get_local_id(0);
    const float value = in[get_global_id(0)];
    const uint flag = value < limit ? 1 : 0;
    ranks[item] = flag;
    chosen[item] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < WG; distance *= 2) {
        const uint other = item >= distance ? ranks[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        ranks[item] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (flag) chosen[ranks[item] - 1] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = chosen[item];
    if (item == WG - 1) kept[get_group_id(0)] = ranks[item];
}

// The scatter after a global scan of flags: an element is kept where the next position differs from its own.
__kernel void compact_scatter(__global const float* in, __global const uint* positions, __global float* out, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    const uint position = positions[i];
    if (positions[i + 1] != position) out[position] = in[i]; // warpstring: kept
}

// Running sums that start anew at every head flag, within a block of WG elements: a scan over pairs of a flag and
// a sum.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
segmented_prefix_blocks(__global const float* in, __global const uchar* heads, __global float* out) {
    __local float sums[2][WG];
    __local uchar starts[2][WG];
    const uint item = get_local_id(0);
    sums[0][item] = in[get_global_id(0)];
    starts[0][item] = heads[get_global_id(0)] == 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint from = 0;
    for (uint distance = 1; distance < WG; distance *= 2) {
        float sum = sums[from][item];
        uchar start = starts[from][item];
        if (item >= distance && !start) {
            sum += sums[from][item - distance];
            start = starts[from][item - distance];
        }
        from = 1 - from;
        sums[from][item] = sum;
        starts[from][item] = start;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sums[from][item];
}

// A segment a work-item: lengths differ, so neighbours run for different times and read far apart.
__kernel void segment_sums_items(__global const float* in, __global const uint* offsets, __global float* sums,
                                 uint segments) {
    const uint segment = get_global_id(0);
    if (segment >= segments) return;
    float sum = 0.0f;
    for (uint i = offsets[segment]; i < offsets[segment + 1]; ++i) sum += in[i]; // warpstring: segment
    sums[segment] = sum;
}
