// SPDX-License-Identifier: GPL-3.0-or-later
// Where neighbours go different ways because their data differ: tables in constant memory, ladders of cases, searches
// and loops that end when the data says so.

// Words that are looked up: a permutation of bytes spread over 32 bits, made by the rows of a multiplication.
#define ROW(i) (i) * 37u % 256 * 0x01010101u ^ (i) * 0x9e3779b1u
#define ROWS4(i) ROW((i) + 0u), ROW((i) + 1u), ROW((i) + 2u), ROW((i) + 3u)
#define ROWS16(i) ROWS4(i), ROWS4((i) + 4u), ROWS4((i) + 8u), ROWS4((i) + 12u)
#define ROWS64(i) ROWS16(i), ROWS16((i) + 16u), ROWS16((i) + 32u), ROWS16((i) + 48u)
__constant uint table[256] = {ROWS64(0u), ROWS64(64u), ROWS64(128u), ROWS64(192u)};

// Rounds of a cipher's kind: four look-ups a round, each chosen by a byte of the state. LOCAL 1 looks into a copy in
// local memory.
#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifndef LOCAL
#define LOCAL 0
#endif
#ifndef WG
#define WG 256
#endif
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void table_rounds(__global const uint* in, __global uint* out) {
#if LOCAL
    __local uint look[256];
    for (uint i = get_local_id(0); i < 256; i += WG) look[i] = table[i];
    barrier(CLK_LOCAL_MEM_FENCE);
#else
#define look table
#endif
    uint state = in[get_global_id(0)];
    for (uint round = 0; round < ROUNDS; ++round) {
        const uint a = look[state & 0xff];
        const uint b = look[state >> 8 & 0xff];
        const uint c = look[state >> 16 & 0xff];
        const uint d = look[state >> 24];
        state = a ^ rotate(b, 8u) ^ rotate(c, 16u) ^ rotate(d, 24u) ^ round;
    }
    out[get_global_id(0)] = state;
}

// An interpreter: LENGTH instructions a program, whose opcodes choose one of eight cases. Work-items run programs
// of their own (SHARED 0) or all of a stretch of SHARED work-items the same one.
#ifndef LENGTH
#define LENGTH 16
#endif
#ifndef SHARED
#define SHARED 0
#endif
__kernel void case_ladder(__global const uchar* programs, __global const float* in, __global float* out) {
    const uint item = get_global_id(0);
    const uint program = SHARED > 0 ? item / max(SHARED, 1) : item;
    float x = in[item];
    float y = 1.0f;
    for (uint k = 0; k < LENGTH; ++k) {
        switch (programs[program * LENGTH + k]) {
        case 0: x = x + y; break;
        case 1: x = x * 0.5f; break;
        case 2: y = y * 0.75f + x * 0.125f; break;
        case 3: x = fabs(x - y); break;
        case 4: x = x / (1.0f + x * x); break;
        case 5: y = sqrt(fabs(x) + 0.5f); break;
        case 6: y = fmin(x, y); break;
        default: x = fmax(x, 0.25f * y); break;
        }
        x = clamp(x, -8.0f, 8.0f);
    }
    out[item] = x + y;
}

// How many elements of an ascending table are at most the key: halving until the place is found, or (STEPS greater
// than 0) that many steps without a branch.
#ifndef STEPS
#define STEPS 0
#endif
__kernel void search_ascending(__global const uint* ascending, __global const uint* keys, __global uint* places,
                               uint entries, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    const uint key = keys[i];
#if STEPS > 0
    uint place = 0;
    #pragma unroll
    for (uint step = 1u << (STEPS - 1); step > 0; step >>= 1) {
        const uint next = place + step;
        place = next <= entries && ascending[min(next, entries) - 1] <= key ? next : place;
    }
    places[i] = place;
#else
    uint low = 0;
    uint high = entries;
    while (low < high) { // warpstring: search
        const uint middle = (low + high) / 2;
        if (ascending[middle] <= key) // warpstring: upper half
            low = middle + 1;
        else
            high = middle;
    }
    places[i] = low;
#endif
}

// The length of a chain: halve even numbers, triple odd ones and add one, until 1 is reached or `most` steps are done.
__kernel void chain_lengths(__global const uint* in, __global uint* lengths, uint most) {
    ulong x = in[get_global_id(0)];
    uint length = 0;
    while (x > 1 && length < most) { // warpstring: chain
        x = x & 1 ? 3 * x + 1 : x >> 1; // warpstring: odd
        ++length;
    }
    lengths[get_global_id(0)] = length;
}

// Newton's roots of a cubic, as many iterations as each start needs.
__kernel void newton_until_close(__global const float* in, __global float* roots, uint most) {
    const float c = in[get_global_id(0)];
    float x = 4.0f;
    for (uint k = 0; k < most; ++k) { // warpstring: iterations
        const float step = (x * x * x - c) / (3.0f * x * x);
        x -= step;
        if (fabs(step) < 1e-4f * x) break; // warpstring: close
    }
    roots[get_global_id(0)] = x;
}
