// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of a column database: hash joins with chains or open slots, sums by group, and the step of a sort
// of keys with values.

inline uint hash_of(uint key) {
    key ^= key >> 16;
    key *= 0x7feb352du;
    key ^= key >> 15;
    key *= 0x846ca68bu;
    return key ^ (key >> 16);
}

// Open slots: a key takes the first free one from its hash on. `slots` is a power of two, key 0 means free.
__kernel void join_build(__global const uint* keys, __global volatile uint* slot_keys,
                         __global uint* slot_rows, uint rows, uint slots) {
    const uint step = get_global_size(0);
    for (uint row = get_global_id(0); row < rows; row += step) {
        const uint key = keys[row] + 1u;
        uint slot = hash_of(key) & (slots - 1u);
        for (uint turn = 0; turn < slots; ++turn) {
            const uint seen = atomic_cmpxchg(slot_keys + slot, 0u, key);
            if (seen == 0u || seen == key) {
                slot_rows[slot] = row;
                break;
            }
            slot = (slot + 1u) & (slots - 1u);
        }
    }
}

#ifdef CHAIN_MAX
// Chains: `heads` of the buckets and `next` of the rows, negative at the end. Counts and sums what matches,
// totals by a tree in local memory and one atomic a group.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
join_probe(__global const uint* probe_keys, __global const int* heads, __global const int* next,
           __global const uint2* build, __global uint* matched, __global uint* totals, uint rows,
           uint buckets) {
    __local uint sums[WG_SIZE];
    const int item = get_local_id(0);
    uint count = 0;
    for (uint row = get_global_id(0); row < rows; row += get_global_size(0)) {
        const uint key = probe_keys[row];
        int at = heads[hash_of(key) & (buckets - 1u)];
        uint found = 0;
        for (int turn = 0; at >= 0 && turn < CHAIN_MAX; ++turn) {
            const uint2 entry = build[at];
            if (entry.x == key) found += entry.y;
            at = next[at];
            ++count;
        }
        matched[row] = found;
    }
    sums[item] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) sums[item] += sums[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) atomic_add(totals, sums[0]);
}
#endif

#ifdef GROUPS
// Count, sum, least and greatest of a measure by a small key: all in local memory (COPIES tables, a work-item
// takes one), then one pass of atomics to the result.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
group_sums(__global const uchar4* keys, __global const int4* measures, __global int* counts,
           __global int* sums, __global int* least, __global int* greatest, uint vectors) {
    __local int table[COPIES][4][GROUPS];
    const int item = get_local_id(0);
    for (int i = item; i < COPIES * GROUPS; i += WG_SIZE) {
        const int c = i / GROUPS;
        const int g = i % GROUPS;
        table[c][0][g] = 0;
        table[c][1][g] = 0;
        table[c][2][g] = INT_MAX;
        table[c][3][g] = INT_MIN;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int copy = item % COPIES;
    for (uint v = get_global_id(0); v < vectors; v += get_global_size(0)) {
        const uchar4 k = keys[v];
        const int4 m = measures[v];
        const int group[4] = {k.x, k.y, k.z, k.w};
        const int value[4] = {m.x, m.y, m.z, m.w};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            atomic_inc(&table[copy][0][group[i]]);
            atomic_add(&table[copy][1][group[i]], value[i]);
            atomic_min(&table[copy][2][group[i]], value[i]);
            atomic_max(&table[copy][3][group[i]], value[i]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < COPIES * GROUPS; i += WG_SIZE) {
        const int c = i / GROUPS;
        const int g = i % GROUPS;
        if (table[c][0][g] == 0) continue;
        atomic_add(counts + g, table[c][0][g]);
        atomic_add(sums + g, table[c][1][g]);
        atomic_min(least + g, table[c][2][g]);
        atomic_max(greatest + g, table[c][3][g]);
    }
}
#endif

#ifdef BLOCK
// Blocks of BLOCK keys sorted with their values: a network in local memory, BLOCK / (2 WG_SIZE) exchanges a
// work-item and step.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void sort_blocks(__global uint* keys,
                                                                               __global uint* values) {
    __local uint k[BLOCK];
    __local uint v[BLOCK];
    const uint item = get_local_id(0);
    const size_t base = (size_t)get_group_id(0) * BLOCK;
#pragma unroll
    for (uint i = 0; i < BLOCK; i += WG_SIZE) {
        k[i + item] = keys[base + i + item];
        v[i + item] = values[base + i + item];
    }
    for (uint size = 2; size <= BLOCK; size <<= 1) {
        for (uint stride = size >> 1; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
            for (uint n = 0; n < BLOCK / 2 / WG_SIZE; ++n) {
                const uint i = item + n * WG_SIZE;
                const uint a = 2 * i - (i & (stride - 1));
                const uint b = a + stride;
                const bool up = (a & size) == 0;
                const uint ka = k[a], kb = k[b];
                if ((ka > kb) == up) {
                    const uint va = v[a], vb = v[b];
                    k[a] = kb;
                    k[b] = ka;
                    v[a] = vb;
                    v[b] = va;
                }
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint i = 0; i < BLOCK; i += WG_SIZE) {
        keys[base + i + item] = k[i + item];
        values[base + i + item] = v[i + item];
    }
}
#endif
