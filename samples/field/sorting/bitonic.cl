// SPDX-License-Identifier: GPL-3.0-or-later
// Bitonic sort: stages that fit a group run in local memory, larger distances as passes over global memory, with one
// or two steps at a time. WG work-items a group; a local block has 2 * WG keys. (STEPS, the steps
// that a pass takes, is for the check of the results.)

#ifndef WG
#define WG 256
#endif

// All stages of a block of 2 * WG keys; odd blocks are left in descending order, as the next stage wants them.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
bitonic_sort_block(__global const uint* in, __global uint* out) {
    __local uint keys[2 * WG];
    const uint item = get_local_id(0);
    const uint start = get_group_id(0) * 2 * WG;
    keys[item] = in[start + item];
    keys[item + WG] = in[start + item + WG];
    for (uint size = 2; size <= 2 * WG; size *= 2) {
        for (uint gap = size / 2; gap > 0; gap /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint low = 2 * item - (item & (gap - 1));
            const uint high = low + gap;
            const bool descending = ((start + low) & size) != 0;
            const uint a = keys[low];
            const uint b = keys[high];
            if ((a > b) != descending) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[start + item] = keys[item];
    out[start + item + WG] = keys[item + WG];
}

// One step: keys `gap` apart are compared. Each work-item takes four pairs of neighbouring keys as vectors,
// so `gap` is at least 4.
__kernel void bitonic_step_vector(__global const uint4* in, __global uint4* out, uint size, uint gap) {
    const uint item = get_global_id(0);
    const uint gap4 = gap / 4;
    const uint low = 2 * item - (item & (gap4 - 1));
    const uint4 a = in[low];
    const uint4 b = in[low + gap4];
    const bool descending = (low * 4 & size) != 0;
    const uint4 smaller = min(a, b);
    const uint4 larger = max(a, b);
    out[low] = descending ? larger : smaller;
    out[low + gap4] = descending ? smaller : larger;
}

void order(uint* a, uint* b, bool descending) {
    const uint smaller = min(*a, *b);
    const uint larger = max(*a, *b);
    *a = descending ? larger : smaller;
    *b = descending ? smaller : larger;
}

// Two steps in registers: distances `gap` and half of it, so that four keys are loaded once for both.
__kernel void bitonic_two_steps(__global const uint* in, __global uint* out, uint size, uint gap) {
    const uint item = get_global_id(0);
    const uint half_gap = gap / 2;
    const uint inside = item & (half_gap - 1);
    const uint first = (item - inside) * 4 + inside;
    const bool descending = (first & size) != 0;
    uint a = in[first];
    uint b = in[first + half_gap];
    uint c = in[first + gap];
    uint d = in[first + gap + half_gap];
    order(&a, &c, descending);
    order(&b, &d, descending);
    order(&a, &b, descending);
    order(&c, &d, descending);
    out[first] = a;
    out[first + half_gap] = b;
    out[first + gap] = c;
    out[first + gap + half_gap] = d;
}
