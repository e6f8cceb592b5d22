// SPDX-License-Identifier: GPL-3.0-or-later
// Prefix sums of integers, block by block, and the pass that adds what came before each block. WG work-items a
// group, ITEMS elements a work-item where it says so. All are exclusive: element i gets the sum of those before it.

#ifndef WG
#define WG 256
#endif
#ifndef ITEMS
#define ITEMS 8
#endif

// One element a work-item, log2(WG) rounds between two halves of a buffer: every work-item is busy in each.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
prefix_blocks_doubling(__global const int* in, __global int* out, __global int* totals, uint n) {
    __local int buffer[2 * WG];
    const uint item = get_local_id(0);
    const uint i = get_global_id(0);
    uint from = 0;
    const int own = i < n ? in[i] : 0;
    buffer[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < WG; distance *= 2) {
        const uint to = WG - from;
        int sum = buffer[from + item];
        if (item >= distance) sum += buffer[from + item - distance];
        buffer[to + item] = sum;
        from = to;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) out[i] = buffer[from + item] - own;
    if (item == WG - 1) totals[get_group_id(0)] = buffer[from + item];
}

// Four elements a work-item as one vector: added in registers, and a tree up and down over the sums of the
// work-items. PAD spreads the tree over the banks: a word more after every 32.
#define PAD(i) ((i) + (i) / 32)
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
prefix_blocks_tree4(__global const int4* in, __global int4* out, __global int* totals) {
    __local int sums[PAD(WG) + 1];
    const uint item = get_local_id(0);
    int4 four = in[get_global_id(0)];
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    sums[PAD(item)] = four.w;
    for (uint stride = 1; stride < WG; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint right = (item + 1) * 2 * stride - 1;
        if (right < WG) sums[PAD(right)] += sums[PAD(right - stride)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        totals[get_group_id(0)] = sums[PAD(WG - 1)];
        sums[PAD(WG - 1)] = 0;
    }
    for (uint stride = WG / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint right = (item + 1) * 2 * stride - 1;
        if (right < WG) {
            const int left = sums[PAD(right - stride)];
            sums[PAD(right - stride)] = sums[PAD(right)];
            sums[PAD(right)] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int before = sums[PAD(item)];
    out[get_global_id(0)] = (int4)(before, before + four.x, before + four.y, before + four.z);
}

// ITEMS neighbouring elements a work-item, brought in rows through local memory. Rows of 32 work-items sum up by
// themselves (no barrier would be needed where they run in lock-step, which is not assumed here), then the first
// work-items scan the rows' sums.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
prefix_blocks_serial(__global const int* in, __global int* out, __global int* totals, uint n) {
    __local int elements[WG * (ITEMS + 1)];
    __local int sums[WG];
    __local int rows[WG / 32];
    const uint item = get_local_id(0);
    const uint start = get_group_id(0) * WG * ITEMS;
    for (uint k = 0; k < ITEMS; ++k) {
        const uint place = k * WG + item;
        elements[place + place / ITEMS] = start + place < n ? in[start + place] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int own[ITEMS];
    int sum = 0;
    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        own[k] = sum;
        sum += elements[item * (ITEMS + 1) + k];
    }
    const uint lane = item % 32;
    sums[item] = sum;
    for (uint distance = 1; distance < 32; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int other = lane >= distance ? sums[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += other;
    }
    if (lane == 31) rows[item / 32] = sums[item];
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = sums[item] - sum;
    for (uint row = 0; row < item / 32; ++row) before += rows[row];
    if (item == WG - 1) totals[get_group_id(0)] = before + sum;
    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) elements[item * (ITEMS + 1) + k] = before + own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; ++k) {
        const uint place = k * WG + item;
        if (start + place < n) out[start + place] = elements[place + place / ITEMS];
    }
}

// The last pass: what came before the block is added to its elements, ITEMS of four a work-item.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
prefix_add_back(__global const int4* in, __global const int* before, __global int4* out) {
    const uint start = get_group_id(0) * WG * ITEMS + get_local_id(0);
    const int add = before[get_group_id(0)];
    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) out[start + k * WG] = in[start + k * WG] + add;
}
