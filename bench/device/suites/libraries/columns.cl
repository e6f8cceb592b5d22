// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a database and texts of a genome: packing to few bits, a filter with projection, group sums in local
// memory, counts of short words.

#ifndef BITS
#define BITS 11
#endif
#ifndef THREADS
#define THREADS 128
#endif
#ifndef PER_THREAD
#define PER_THREAD 4
#endif

// 32 numbers become BITS words; the frame's least value is taken off before. Numbers of a frame lie 32 apart by lanes:
// an item's i-th number is at i * lanes + lane, so that neighbours read side by side.
__kernel void pack_frames(const __global uint* restrict in, __global uint* restrict out,
                          __global uint* restrict reference, const uint lanes) {
    const uint lane = get_global_id(0);
    if (lane >= lanes) return;
    uint v[32];
    uint least = ~0u;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        v[i] = in[(size_t)i * lanes + lane];
        least = min(least, v[i]);
    }
    reference[lane] = least;
    uint word = 0;
    int filled = 0;
    int at = 0;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        const uint d = (v[i] - least) & ((1u << BITS) - 1u);
        word |= d << filled;
        filled += BITS;
        if (filled >= 32) {
            out[(size_t)at * lanes + lane] = word;
            ++at;
            filled -= 32;
            word = filled ? d >> (BITS - filled) : 0u;
        }
    }
}

__kernel void unpack_frames(const __global uint* restrict in, const __global uint* restrict reference,
                            __global uint* restrict out, const uint lanes) {
    const uint lane = get_global_id(0);
    if (lane >= lanes) return;
    const uint base = reference[lane];
    ulong have = 0;
    int bits = 0;
    int at = 0;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        if (bits < BITS) {
            have |= (ulong)in[(size_t)at * lanes + lane] << bits;
            ++at;
            bits += 32;
        }
        out[(size_t)i * lanes + lane] = base + ((uint)have & ((1u << BITS) - 1u));
        have >>= BITS;
        bits -= BITS;
    }
}

// Rows between two dates with a discount in range: their revenue, summed a group. 64-bit sums of hundredths.
__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void
filter_revenue(const __global int* restrict date, const __global uchar* restrict discount,
               const __global short* restrict quantity, const __global int* restrict price,
               __global long* restrict revenue, const uint rows, const int from, const int until,
               const int least, const int most, const int below) {
    __local long part[THREADS];
    const uint lid = get_local_id(0);
    uint row = get_group_id(0) * THREADS * PER_THREAD + lid;
    long sum = 0;
#pragma unroll
    for (int i = 0; i < PER_THREAD; ++i, row += THREADS) {
        if (row < rows) {
            const int d = date[row];
            const int off = discount[row];
            const bool taken = (d >= from) & (d < until) & (off >= least) & (off <= most) & (quantity[row] < below);
            if (taken) sum += (long)price[row] * off;
        }
    }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint h = THREADS / 2; h > 0; h >>= 1) {
        if (lid < h) part[lid] += part[lid + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) revenue[get_group_id(0)] = part[0];
}

// Counts of the words of WORD letters (two bits a letter, sixteen a uint); bins of a group in local memory.
#ifndef WORD
#define WORD 5
#endif
#define BINS (1 << (2 * WORD))

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void
count_words(const __global uint* restrict text, const uint words, __global uint* restrict bins) {
    __local uint count[BINS];
    const uint lid = get_local_id(0);
    for (uint i = lid; i < BINS; i += THREADS) count[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < PER_THREAD; ++k) {
        const uint at = (get_group_id(0) * PER_THREAD + k) * THREADS + lid;
        if (at + 1 < words) {
            const ulong letters = text[at] | (ulong)text[at + 1] << 32;
#pragma unroll
            for (int i = 0; i < 16; ++i) atomic_inc(&count[(uint)(letters >> (2 * i)) & (BINS - 1)]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lid; i < BINS; i += THREADS) atomic_add(&bins[i], count[i]);
}
