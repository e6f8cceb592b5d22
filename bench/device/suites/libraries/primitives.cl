// SPDX-License-Identifier: GPL-3.0-or-later
// Building blocks over types and operators that macros choose: scans by segments, compaction, merging.

#ifndef T
#define T int
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#ifndef COMBINE
#define COMBINE(a, b) ((a) + (b))
#endif
#ifndef KEEP
#define KEEP(v) ((v) > limit)
#endif

// Inclusive scan within a block of BLOCK * ITEMS that starts afresh at every head flag. Each work-item scans its
// own run first; runs are combined in local memory in log steps; carry and whether a head lies in it go out a block.
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1))) void
segmented_scan(const __global T* restrict in, const __global uchar* restrict heads, __global T* restrict out,
               __global T* restrict carry, __global uchar* restrict broken, const uint n) {
    __local T values[BLOCK];
    __local uchar flags[BLOCK];
    const uint lid = get_local_id(0);
    const uint base = get_group_id(0) * BLOCK * ITEMS + lid * ITEMS;
    T run[ITEMS];
    uchar head[ITEMS];
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) {
        run[i] = base + i < n ? in[base + i] : (T)0;
        head[i] = base + i < n ? heads[base + i] : (uchar)0;
    }
    uchar any = head[0];
#pragma unroll
    for (uint i = 1; i < ITEMS; ++i) {
        if (!head[i]) run[i] = COMBINE(run[i - 1], run[i]);
        any |= head[i];
    }
    values[lid] = run[ITEMS - 1];
    flags[lid] = any;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < BLOCK; d <<= 1) {
        T v = values[lid];
        uchar f = flags[lid];
        if (lid >= d) {
            if (!f) v = COMBINE(values[lid - d], v);
            f |= flags[lid - d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        values[lid] = v;
        flags[lid] = f;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid > 0) {
        const T before = values[lid - 1];
        uchar seen = 0;
#pragma unroll
        for (uint i = 0; i < ITEMS; ++i) {
            seen |= head[i];
            if (!seen) run[i] = COMBINE(before, run[i]);
        }
    }
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i)
        if (base + i < n) out[base + i] = run[i];
    if (lid == BLOCK - 1) {
        carry[get_group_id(0)] = values[lid];
        broken[get_group_id(0)] = flags[lid];
    }
}

// What is kept of a block moves together, to where the block's share begins; counts go out too.
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1))) void
compact_blocks(const __global T* restrict in, const __global uint* restrict base, __global T* restrict out,
               __global uint* restrict counts, const T limit) {
    __local uint sums[2][BLOCK];
    __local T staged[BLOCK * ITEMS];
    const uint lid = get_local_id(0);
    const size_t start = (size_t)get_group_id(0) * BLOCK * ITEMS;
    T mine[ITEMS];
    uint kept = 0;
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) {
        mine[i] = in[start + i * BLOCK + lid];
        kept += KEEP(mine[i]) ? 1 : 0;
    }
    uint turn = 0;
    sums[0][lid] = kept;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < BLOCK; d <<= 1) {
        sums[turn ^ 1][lid] = sums[turn][lid] + (lid >= d ? sums[turn][lid - d] : 0u);
        turn ^= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint total = sums[turn][BLOCK - 1];
    uint at = sums[turn][lid] - kept;
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i)
        if (KEEP(mine[i])) staged[at++] = mine[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint to = base[get_group_id(0)];
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i)
        if (i * BLOCK + lid < total) out[to + i * BLOCK + lid] = staged[i * BLOCK + lid];
    if (lid == 0) counts[get_group_id(0)] = total;
}

// Two sorted arrays of na and nb: a work-item finds its diagonal by STEPS halvings and merges ITEMS from there.
#ifndef STEPS
#define STEPS 24
#endif

__kernel void merge_diagonals(const __global T* restrict a, const uint na, const __global T* restrict b,
                              const uint nb, __global T* restrict out) {
    const uint diagonal = min((uint)get_global_id(0) * ITEMS, na + nb);
    uint low = diagonal > nb ? diagonal - nb : 0u;
    uint high = min(diagonal, na);
    for (int s = 0; s < STEPS; ++s) {
        const uint middle = (low + high) >> 1;
        const bool open = low < high;
        const T va = a[min(middle, na - 1)];
        const T vb = b[open ? diagonal - 1 - middle : 0u];
        const bool right = va <= vb;
        low = open && right ? middle + 1 : low;
        high = open && !right ? middle : high;
    }
    uint i = low;
    uint j = diagonal - low;
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        if (diagonal + k >= na + nb) break;
        const bool first = j >= nb || (i < na && a[min(i, na - 1)] <= b[min(j, nb - 1)]);
        out[diagonal + k] = first ? a[i] : b[j];
        i += first ? 1u : 0u;
        j += first ? 0u : 1u;
    }
}

// Fixed-width rows reduced by rows; REDUCE_MAX keeps where the largest lies.
__kernel void reduce_rows(const __global T* restrict in, const uint width, const uint pitch,
                          __global T* restrict out, __global uint* restrict where) {
    const size_t row = get_global_id(0);
    const __global T* p = in + row * pitch;
    T best = p[0];
    uint at = 0;
    for (uint i = 1; i < width; ++i) {
        const T v = p[i];
#ifdef REDUCE_MAX
        at = v > best ? i : at;
        best = max(best, v);
#else
        at += v > best;
        best = COMBINE(best, v);
#endif
    }
    out[row] = best;
    where[row] = at;
}
