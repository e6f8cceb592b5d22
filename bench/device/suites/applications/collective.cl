// SPDX-License-Identifier: GPL-3.0-or-later
// Sums, prefix sums, histograms and passes of sorts.

// ---- sums of a group's elements, better from one to the next ----

__kernel void sum_1(__global const float* in, __global float* sums, uint n, __local float* s)
{
    uint t = get_local_id(0);
    uint i = get_global_id(0);
    s[t] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < get_local_size(0); step *= 2) {
        if (t % (2 * step) == 0) s[t] += s[t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = s[0];
}

__kernel void sum_2(__global const float* in, __global float* sums, uint n, __local float* s)
{
    uint t = get_local_id(0);
    uint i = get_global_id(0);
    s[t] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < get_local_size(0); step *= 2) {
        uint left = 2 * step * t;
        if (left < get_local_size(0)) s[left] += s[left + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = s[0];
}

__kernel void sum_3(__global const float* in, __global float* sums, uint n, __local float* s)
{
    uint t = get_local_id(0);
    uint i = get_global_id(0);
    s[t] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = get_local_size(0) / 2; step > 0; step >>= 1) {
        if (t < step) s[t] += s[t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = s[0];
}

// two elements an item from the start
__kernel void sum_4(__global const float* in, __global float* sums, uint n, __local float* s)
{
    uint t = get_local_id(0);
    uint i = get_group_id(0) * get_local_size(0) * 2 + t;
    float x = i < n ? in[i] : 0.0f;
    if (i + get_local_size(0) < n) x += in[i + get_local_size(0)];
    s[t] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = get_local_size(0) / 2; step > 0; step >>= 1) {
        if (t < step) s[t] = x = x + s[t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = x;
}

// few groups that go through all of it, vectors of four, the group's size known
#ifndef SUM_GROUP
#define SUM_GROUP 256
#endif
#define FOLD(half) if (SUM_GROUP >= 2 * (half)) { if (t < (half)) s[t] += s[t + (half)]; barrier(CLK_LOCAL_MEM_FENCE); }

__kernel __attribute__((reqd_work_group_size(SUM_GROUP, 1, 1)))
void sum_5(__global const float4* restrict in, __global float* restrict sums, const uint n4)
{
    __local float s[SUM_GROUP];
    const uint t = get_local_id(0);
    float4 v = (float4)(0.0f);
    for (uint i = get_group_id(0) * SUM_GROUP + t; i < n4; i += get_num_groups(0) * SUM_GROUP) v += in[i];
    s[t] = (v.x + v.y) + (v.z + v.w);
    barrier(CLK_LOCAL_MEM_FENCE);
    FOLD(256)
    FOLD(128)
    FOLD(64)
    FOLD(32)
    FOLD(16)
    FOLD(8)
    FOLD(4)
    FOLD(2)
    FOLD(1)
    if (t == 0) sums[get_group_id(0)] = s[0];
}

// ---- prefix sums of blocks ----

// Inclusive, every item adds what lies twice as far each time.
__kernel void prefix_doubling(__global const int* in, __global int* out, __global int* totals, __local int* a)
{
    int t = get_local_id(0), wg = get_local_size(0);
    int here = 0, there = wg;
    a[here + t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int far = 1; far < wg; far <<= 1) {
        int v = a[here + t];
        if (t >= far) v += a[here + t - far];
        a[there + t] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        int swap = here;
        here = there;
        there = swap;
    }
    out[get_global_id(0)] = a[here + t];
    if (t == wg - 1) totals[get_group_id(0)] = a[here + t];
}

// Exclusive, up a tree and down again, two elements an item; SPREAD = 1 leaves a gap every 32 words.
#ifndef SPREAD
#define SPREAD 0
#endif
#if SPREAD
#define PLACE(i) ((i) + ((i) >> 5))
#else
#define PLACE(i) (i)
#endif

__kernel void prefix_tree(__global const int* in, __global int* out, __global int* totals, __local int* a)
{
    const uint t = get_local_id(0), wg = get_local_size(0);
    const uint block = get_group_id(0) * 2 * wg;
    a[PLACE(t)] = in[block + t];
    a[PLACE(t + wg)] = in[block + t + wg];

    uint width = 1;
    for (uint active = wg; active > 0; active >>= 1, width <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < active) {
            const uint left = width * (2 * t + 1) - 1;
            a[PLACE(left + width)] += a[PLACE(left)];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) {
        totals[get_group_id(0)] = a[PLACE(2 * wg - 1)];
        a[PLACE(2 * wg - 1)] = 0;
    }
    for (uint active = 1; active <= wg; active <<= 1) {
        width >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < active) {
            const uint left = width * (2 * t + 1) - 1;
            const int kept = a[PLACE(left)];
            a[PLACE(left)] = a[PLACE(left + width)];
            a[PLACE(left + width)] += kept;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[block + t] = a[PLACE(t)];
    out[block + t + wg] = a[PLACE(t + wg)];
}

// ---- histograms of bytes ----

// 256 bins in local memory, counted by atomics.
__kernel void tally_shared(__global const uchar4* pixels, __global uint* bins, int n4)
{
    __local uint mine[256];
    for (int b = get_local_id(0); b < 256; b += get_local_size(0)) mine[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n4; i += get_global_size(0)) {
        uchar4 p = pixels[i];
        atomic_inc(mine + p.x);
        atomic_inc(mine + p.y);
        atomic_inc(mine + p.z);
        atomic_inc(mine + p.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = get_local_id(0); b < 256; b += get_local_size(0))
        if (mine[b]) atomic_add(bins + b, mine[b]);
}

// 64 bins of their own for each of 64 items, of a byte each: an item counts at most 255 pixels.
#define BINS 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void tally_private(__global const uchar* pixels, __global uint* bins, const int each)
{
    __local uchar count[BINS * 64];
    const int t = get_local_id(0);
    for (int b = 0; b < BINS; b++) count[b * 64 + t] = 0;
    const size_t from = (size_t)get_group_id(0) * 64 * each + t;
    for (int i = 0; i < each; i++) {
        const int bin = pixels[from + 64 * i] >> 2;
        count[bin * 64 + t]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (int i = 0; i < 64; i++) sum += count[t * 64 + ((i + t) & 63)];
    bins[get_group_id(0) * BINS + t] = sum;
}

// ---- sorts ----

// A step of a bitonic sort of keys with values: `span` is the length of the sequences to be merged, `gap` the distance compared.
__kernel void swap_step(__global uint* key, __global uint* value, uint span, uint gap)
{
    uint id = get_global_id(0);
    uint low = (id / gap) * 2 * gap + id % gap;
    uint high = low + gap;
    bool up = (low & span) == 0;
    uint kl = key[low], kh = key[high];
    if ((kl > kh) == up) {
        key[low] = kh;
        key[high] = kl;
        uint v = value[low];
        value[low] = value[high];
        value[high] = v;
    }
}

#ifndef SORT_GROUP
#define SORT_GROUP 64
#endif
#ifndef EACH
#define EACH 16
#endif
#define DIGIT(k) (((k) >> shift) & 15u)

// How many keys have which digit, EACH neighbouring keys an item; counts lie digit after digit.
__kernel __attribute__((reqd_work_group_size(SORT_GROUP, 1, 1)))
void digit_count(__global const uint* keys, __global uint* counts, uint shift)
{
    __local ushort seen[16][SORT_GROUP];
    uint t = get_local_id(0);
    for (int d = 0; d < 16; ++d) seen[d][t] = 0;
    __global const uint* k = keys + get_global_id(0) * EACH;
    for (int i = 0; i < EACH; ++i) seen[DIGIT(k[i])][t] += 1;
    for (int d = 0; d < 16; ++d) counts[d * get_global_size(0) + get_global_id(0)] = seen[d][t];
}

// Puts them there, from where the sums of those counts say.
__kernel __attribute__((reqd_work_group_size(SORT_GROUP, 1, 1)))
void digit_place(__global const uint* keys, __global uint* sorted, __global const uint* starts, uint shift)
{
    __local uint next[16][SORT_GROUP];
    uint t = get_local_id(0);
    for (int d = 0; d < 16; ++d) next[d][t] = starts[d * get_global_size(0) + get_global_id(0)];
    __global const uint* k = keys + get_global_id(0) * EACH;
    for (int i = 0; i < EACH; ++i) {
        uint key = k[i];
        sorted[next[DIGIT(key)][t]++] = key;
    }
}
