// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of sorting and of selecting: counts and scatters of a radix sort, sorting networks, compaction.
#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef KEYS_EACH
#define KEYS_EACH 8
#endif
#define DIGITS 16

// How often each digit of four bits occurs in a group's WG_SIZE * KEYS_EACH keys; counted by each item on
// its own, then summed. Counts of a digit lie together.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
radix_count(__global const uint* keys, __global uint* counts, int shift) {
    __local ushort own[DIGITS][WG_SIZE];
    const int t = get_local_id(0);
    const int first = (int)get_group_id(0) * WG_SIZE * KEYS_EACH;
    #pragma unroll
    for (int d = 0; d < DIGITS; ++d) own[d][t] = 0;
    for (int k = 0; k < KEYS_EACH; ++k) {
        const uint digit = (keys[first + k * WG_SIZE + t] >> shift) & (DIGITS - 1);
        own[digit][t]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        for (int i = t; i < reach * DIGITS; i += WG_SIZE) {
            const int digit = i / reach;
            const int at = i - digit * reach;
            own[digit][at] += own[digit][at + reach];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t < DIGITS) counts[t * get_num_groups(0) + get_group_id(0)] = own[t][0];
}

// Exclusive sums over a group, by doubling distances; the total goes to *total.
uint exclusive_sum(__local uint* a, __local uint* b, int t, uint value, uint* total) {
    __local uint* from = a;
    __local uint* to = b;
    from[t] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = 1; reach < WG_SIZE; reach <<= 1) {
        uint sum = from[t];
        if (t >= reach) sum += from[t - reach];
        to[t] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        __local uint* swap = from;
        from = to;
        to = swap;
    }
    const uint result = from[t] - value;
    *total = from[WG_SIZE - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

// Sorts a group's WG_SIZE keys by one digit, bit by bit, and sends each digit's keys to where `bases` says.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
radix_scatter(__global const uint* keys, __global const uint* bases, __global uint* out, int shift) {
    __local uint sorted[WG_SIZE];
    __local uint a[WG_SIZE];
    __local uint b[WG_SIZE];
    __local uint begin[DIGITS];
    const int t = get_local_id(0);
    uint key = keys[get_global_id(0)];
    for (int bit = 0; bit < 4; ++bit) {
        const uint zero = ((key >> (shift + bit)) & 1) ^ 1;
        uint zeros;
        const uint rank = exclusive_sum(a, b, t, zero, &zeros);
        const uint place = zero ? rank : zeros + t - rank;
        sorted[place] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = sorted[t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint digit = (key >> shift) & (DIGITS - 1);
    if (t == 0 || ((sorted[t - 1] >> shift) & (DIGITS - 1)) != digit) begin[digit] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[bases[digit * get_num_groups(0) + get_group_id(0)] + t - begin[digit]] = key;
}

#ifndef TILE
#define TILE 1024
#endif

// Sorts tiles of TILE keys by a bitonic network in local memory, TILE / 2 comparisons a step over WG_SIZE
// items.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
bitonic_tiles(__global uint* keys) {
    __local uint tile[TILE];
    const int t = get_local_id(0);
    __global uint* mine = keys + (size_t)get_group_id(0) * TILE;
    for (int i = t; i < TILE; i += WG_SIZE) tile[i] = mine[i];
    for (int run = 2; run <= TILE; run <<= 1) {
        for (int stride = run >> 1; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = t; i < TILE / 2; i += WG_SIZE) {
                const int low = 2 * i - (i & (stride - 1));
                const int high = low + stride;
                const uint x = tile[low];
                const uint y = tile[high];
                const int descending = (low & run) != 0;
                if ((x > y) != descending) {
                    tile[low] = y;
                    tile[high] = x;
                }
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = t; i < TILE; i += WG_SIZE) mine[i] = tile[i];
}

// Queues what is above a threshold: places within a group by sums, those of groups by a counter. The queue
// is a ring of a power of two places, `mask` being one less.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
compact_above(__global const float* in, __global float* out, __global uint* counter, uint mask,
              float threshold) {
    __local uint a[WG_SIZE];
    __local uint b[WG_SIZE];
    __local uint base;
    const int t = get_local_id(0);
    const float value = in[get_global_id(0)];
    const uint keep = value > threshold;
    uint total;
    const uint rank = exclusive_sum(a, b, t, keep, &total);
    if (t == 0) base = atomic_add(counter, total);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (keep) out[(base + rank) & mask] = value;
}
