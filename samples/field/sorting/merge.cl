// SPDX-License-Identifier: GPL-3.0-or-later
// Two ascending lists become one. Every work-item (or group) finds by binary search how many elements of each list
// come before its own stretch of the result, so all have equal work. WG work-items a group, ITEMS results each.

#ifndef WG
#define WG 128
#endif
#ifndef ITEMS
#define ITEMS 8
#endif

// How many elements of `a` are among the first `diagonal` of the result; equal elements come from `a` first.
uint splitOfGlobal(__global const uint* a, uint na, __global const uint* b, uint nb, uint diagonal) {
    uint low = diagonal > nb ? diagonal - nb : 0;
    uint high = min(diagonal, na);
    while (low < high) { // warpstring: search
        const uint middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint splitOfLocal(__local const uint* a, uint na, __local const uint* b, uint nb, uint diagonal) {
    uint low = diagonal > nb ? diagonal - nb : 0;
    uint high = min(diagonal, na);
    while (low < high) { // warpstring: local search
        const uint middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Each work-item searches for itself and merges ITEMS elements one by one, all in global memory.
__kernel void merge_path_items(__global const uint* a, __global const uint* b, __global uint* out, uint na, uint nb) {
    const uint start = get_global_id(0) * ITEMS;
    if (start >= na + nb) return;
    const uint end = min(start + ITEMS, na + nb);
    uint i = splitOfGlobal(a, na, b, nb, start);
    uint j = start - i;
    for (uint k = start; k < end; ++k) {
        const bool fromA = j >= nb || (i < na && a[i] <= b[j]);
        out[k] = fromA ? a[i] : b[j];
        if (fromA)
            ++i;
        else
            ++j;
    }
}

// Two work-items search for the group's stretch, the group loads it into local memory, and each work-item searches
// and merges there. The result goes through local memory too, so that it is written in runs.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
merge_path_tiles(__global const uint* a, __global const uint* b, __global uint* out, uint na, uint nb) {
    __local uint both[WG * ITEMS];
    __local uint split[2];
    const uint item = get_local_id(0);
    const uint start = get_group_id(0) * WG * ITEMS;
    const uint end = min(start + WG * ITEMS, na + nb);
    if (item < 2) split[item] = splitOfGlobal(a, na, b, nb, item == 0 ? start : end);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint firstA = split[0];
    const uint firstB = start - firstA;
    const uint countA = split[1] - firstA;
    const uint count = end - start;
    const uint countB = count - countA;
    for (uint k = item; k < count; k += WG) both[k] = k < countA ? a[firstA + k] : b[firstB + k - countA];
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint mine = min(item * ITEMS, count);
    uint merged[ITEMS];
    uint i = splitOfLocal(both, countA, both + countA, countB, mine);
    uint j = mine - i;
    #pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        const bool fromA = i < countA && (j >= countB || both[i] <= both[countA + j]);
        const uint place = fromA ? i : min(countA + j, count - 1);
        merged[k] = both[place];
        if (fromA)
            ++i;
        else
            ++j;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; ++k)
        if (mine + k < count) both[mine + k] = merged[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item; k < count; k += WG) out[start + k] = both[k];
}
