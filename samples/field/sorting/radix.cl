// SPDX-License-Identifier: GPL-3.0-or-later
// Passes of a radix sort. A group of WG work-items takes a block of WG * ITEMS keys; a digit has BITS bits. First each
// group counts its digits, then (after a scan of all counts, which is not here) it moves its keys, in their order,
// to where the digits begin. The last kernel leaves each block sorted by the digit at its own place.

#ifndef BITS
#define BITS 4
#endif
#ifndef WG
#define WG 128
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#define RADIX (1 << BITS)
#define BLOCK (WG * ITEMS)

// Counters in local memory; the result is ordered by digit, then by group, as the scan wants it.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
radix_count_digits(__global const uint* keys, __global uint* counts, uint n, uint shift) {
    __local uint bins[RADIX];
    const uint item = get_local_id(0);
    for (uint digit = item; digit < RADIX; digit += WG) bins[digit] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint start = get_group_id(0) * BLOCK;
    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        const uint i = start + k * WG + item;
        if (i < n) atomic_inc(&bins[keys[i] >> shift & (RADIX - 1)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint digit = item; digit < RADIX; digit += WG)
        counts[digit * get_num_groups(0) + get_group_id(0)] = bins[digit];
}

// The digit that the scatter goes by: the low bits of the key, mixed with its other bits, as hash partitions are.
// Any RADIX keys in a row from a multiple of RADIX have each digit once.
uint mixedDigit(uint key) {
    const uint high = key >> BITS;
    return ((key ^ (high * 0x9e3779b1u) >> 20) * 0x2f + high) & (RADIX - 1);
}

// Sums of what the items before this one hold; `total` gets the sum of all.
uint sumBefore(__local uint* sums, uint item, uint own) {
    sums[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < WG; distance *= 2) {
        const uint other = item >= distance ? sums[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[item] - own;
}

// Ranks: each work-item counts the digits of its ITEMS neighbouring keys in counters of its own, a scan over all
// counters, digit by digit, tells where each begins, and the keys are put in order in local memory. From there
// they are written in runs. starts[digit * groups + group] is where the group's keys of that digit begin.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
radix_scatter_ranks(__global const uint* keys, __global const uint* starts, __global uint* out) {
    __local ushort counters[RADIX * WG];
    __local uint sums[WG];
    __local uint sorted[BLOCK];
    const uint item = get_local_id(0);
    const uint group = get_group_id(0);
    for (uint digit = 0; digit < RADIX; ++digit) counters[digit * WG + item] = 0;
    for (uint k = 0; k < ITEMS; ++k) sorted[k * WG + item] = keys[group * BLOCK + k * WG + item];
    barrier(CLK_LOCAL_MEM_FENCE);

    uint own[ITEMS];
    uint rank[ITEMS];
    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        own[k] = sorted[item * ITEMS + k];
        const uint place = mixedDigit(own[k]) * WG + item;
        rank[k] = counters[place];
        counters[place] = (ushort)(rank[k] + 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint sum = 0;
    for (uint i = 0; i < RADIX; ++i) sum += counters[item * RADIX + i];
    uint before = sumBefore(sums, item, sum);
    for (uint i = 0; i < RADIX; ++i) {
        const uint count = counters[item * RADIX + i];
        counters[item * RADIX + i] = (ushort)before;
        before += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) sorted[counters[mixedDigit(own[k]) * WG + item] + rank[k]] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < BLOCK; i += WG) {
        const uint key = sorted[i];
        const uint digit = mixedDigit(key);
        out[starts[digit * get_num_groups(0) + group] + i - counters[digit * WG]] = key;
    }
}

// Bit by bit within a block: a scan of the flags "bit is clear" splits the keys, BITS times from `shift` on.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
radix_split_block(__global const uint* keys, __global uint* out, uint shift) {
    __local uint sums[WG];
    __local uint moved[WG];
    const uint item = get_local_id(0);
    uint key = keys[get_global_id(0)];
    for (uint bit = shift; bit < shift + BITS; ++bit) {
        const uint clear = (key >> bit & 1) ^ 1;
        const uint clearBefore = sumBefore(sums, item, clear);
        const uint allClear = sums[WG - 1];
        moved[clear ? clearBefore : allClear + item - clearBefore] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = moved[item];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = key;
}
