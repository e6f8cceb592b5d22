// SPDX-License-Identifier: GPL-3.0-or-later
// How often each value occurs: counters in global memory, several copies of them in local memory, bytes of packed
// words, and counters of one byte that belong to one work-item alone. BINS counters (a power of two), WG
// work-items a group, COPIES copies of the counters a group, ITEMS elements a work-item.

#ifndef BINS
#define BINS 256
#endif
#ifndef WG
#define WG 256
#endif
#ifndef COPIES
#define COPIES 4
#endif
#ifndef ITEMS
#define ITEMS 64
#endif

// Every element is an atomic operation on global memory; work-items stride over the array by the whole grid.
__kernel void histogram_global_atomics(__global const uint* data, __global uint* counts, uint n) {
    const uint step = get_global_size(0);
    for (uint i = get_global_id(0); i < n; i += step) atomic_inc(&counts[data[i] % BINS]);
}

// Counters in local memory. Work-items spread over COPIES copies, which lie side by side for each bin, so that
// skewed data meets fewer neighbours at one word. Each group adds its sums to the result at the end.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
histogram_local_copies(__global const uint* data, __global uint* counts, uint n) {
    __local uint bins[BINS * COPIES];
    const uint item = get_local_id(0);
    const uint copy = item % COPIES;
    for (uint i = item; i < BINS * COPIES; i += WG) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint step = get_global_size(0);
    for (uint i = get_global_id(0); i < n; i += step) atomic_inc(&bins[data[i] % BINS * COPIES + copy]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = item; bin < BINS; bin += WG) {
        uint sum = 0;
        for (uint i = 0; i < COPIES; ++i) sum += bins[bin * COPIES + i];
        if (sum > 0) atomic_add(&counts[bin], sum);
    }
}

void countBytes(__local uint* bins, uint word) {
    atomic_inc(&bins[word & 0xff]);
    atomic_inc(&bins[word >> 8 & 0xff]);
    atomic_inc(&bins[word >> 16 & 0xff]);
    atomic_inc(&bins[word >> 24]);
}

// Sixteen bytes a load, 256 bins. Each of COPIES stretches of a group's work-items has counters of its own.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
histogram_packed_bytes(__global const uint4* words, __global uint* counts, uint n4) {
    __local uint bins[COPIES * 256];
    const uint item = get_local_id(0);
    __local uint* own = bins + item / (WG / COPIES) * 256;
    for (uint i = item; i < COPIES * 256; i += WG) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n4; i += get_global_size(0)) {
        const uint4 four = words[i];
        countBytes(own, four.x);
        countBytes(own, four.y);
        countBytes(own, four.z);
        countBytes(own, four.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = item; bin < 256; bin += WG) {
        uint sum = 0;
        for (uint i = 0; i < COPIES; ++i) sum += bins[i * 256 + bin];
        atomic_add(&counts[bin], sum);
    }
}

// Without atomics: each work-item counts ITEMS (at most 255) elements in bytes of its own, BINS of them WG apart.
// Then each of the first BINS work-items adds up one row of bytes, four at a time. A group leaves BINS sums.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
histogram_byte_counters(__global const uint* data, __global uint* partial, uint n) {
    __local uchar counters[BINS * WG];
    const uint item = get_local_id(0);
    for (uint bin = 0; bin < BINS; ++bin) counters[bin * WG + item] = 0;
    const uint start = get_group_id(0) * WG * ITEMS;
    for (uint k = 0; k < ITEMS; ++k) {
        const uint i = start + k * WG + item;
        if (i < n) ++counters[data[i] % BINS * WG + item];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = item; bin < BINS; bin += WG) {
        uint4 sum = (uint4)(0);
        // Rows begin a rotation apart, so that neighbours do not meet in one bank.
        for (uint k = 0; k < WG / 4; ++k)
            sum += convert_uint4(vload4((k + bin) % (WG / 4), counters + bin * WG));
        partial[get_group_id(0) * BINS + bin] = sum.x + sum.y + sum.z + sum.w;
    }
}

// The groups' partial counters, a row of BINS each, become one: a group for each bin reads down its column.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
histogram_merge_partial(__global const uint* partial, __global uint* counts, uint rows) {
    __local uint sums[WG];
    const uint item = get_local_id(0);
    const uint bin = get_group_id(0);
    uint sum = 0;
    for (uint row = item; row < rows; row += WG) sum += partial[row * BINS + bin];
    sums[item] = sum;
    for (uint stride = WG / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < stride) sums[item] += sums[item + stride];
    }
    if (item == 0) counts[bin] = sums[0];
}
