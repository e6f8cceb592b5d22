// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers: a generator a work-item with its state in private memory or beside its neighbours' in global
// memory, normally distributed pairs, and sequences that fill the unit interval evenly. A work-item leaves COUNT
// numbers, those of neighbours beside each other.

#ifndef COUNT
#define COUNT 16
#endif

// Words of the twister's state, and how far on it looks.
#define STATE 19
#define AHEAD 7

uint tempered(uint x) {
    x ^= x >> 11;
    x ^= x << 7 & 0x9d2c0680u;
    x ^= x << 15 & 0x6fc60000u;
    return x ^ x >> 18;
}

uint twisted(uint here, uint next, uint ahead) {
    const uint joined = (here & 0x80000000u) | (next & 0x7fffffffu);
    return ahead ^ joined >> 1 ^ (joined & 1 ? 0x9908b0dfu : 0);
}

// A small Mersenne twister: 19 words in private memory, seeded from a number a work-item.
__kernel void twister_private(__global const uint* seeds, __global uint* out) {
    const uint item = get_global_id(0);
    uint state[STATE];
    state[0] = seeds[item];
    #pragma unroll
    for (uint i = 1; i < STATE; ++i) state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
    uint here = 0;
    for (uint k = 0; k < COUNT; ++k) {
        const uint next = here + 1 < STATE ? here + 1 : 0;
        const uint ahead = here + AHEAD < STATE ? here + AHEAD : here + AHEAD - STATE;
        const uint word = twisted(state[here], state[next], state[ahead]);
        state[here] = word;
        out[k * get_global_size(0) + item] = tempered(word);
        here = next;
    }
}

// The state lies in global memory, word i of all work-items together; it is read, moved on by COUNT words (at most
// STATE) and written to where the next pass finds it.
__kernel void twister_global(__global const uint* state, __global uint* moved, __global uint* out) {
    const uint item = get_global_id(0);
    const uint items = get_global_size(0);
    uint words[STATE];
    #pragma unroll
    for (uint i = 0; i < STATE; ++i) words[i] = state[i * items + item];
    #pragma unroll
    for (uint k = 0; k < COUNT; ++k) {
        words[k] = twisted(words[k], words[(k + 1) % STATE], words[(k + AHEAD) % STATE]);
        out[k * items + item] = tempered(words[k]);
    }
    #pragma unroll
    for (uint i = 0; i < STATE; ++i) moved[i * items + item] = words[i];
}

uint4 shifted(uint4 s) {
    const uint t = s.x ^ s.x << 11;
    return (uint4)(s.y, s.z, s.w, s.w ^ s.w >> 19 ^ t ^ t >> 8);
}

// Four words of state, shifted and xored, and pairs of normally distributed numbers by the polar angle and the
// logarithm of the radius. NATIVE takes the fast functions.
#ifndef NATIVE
#define NATIVE 0
#endif
#if NATIVE
#define LOG native_log
#define SQRT native_sqrt
#define COS native_cos
#define SIN native_sin
#else
#define LOG log
#define SQRT sqrt
#define COS cos
#define SIN sin
#endif
__kernel void normal_pairs(__global const uint4* seeds, __global float2* out) {
    const uint item = get_global_id(0);
    uint4 state = seeds[item];
    for (uint k = 0; k < COUNT; ++k) {
        state = shifted(state);
        // Fast logarithms may pass zero just below one.
        const float radius = SQRT(fmax(-2.0f * LOG(((float)(state.w >> 8) + 0.5f) * 0x1p-24f), 0.0f));
        state = shifted(state);
        const float angle = ((float)(state.w >> 8) + 0.5f) * 0x1p-24f * 6.28318531f;
        out[k * get_global_size(0) + item] = (float2)(radius * COS(angle), radius * SIN(angle));
    }
}

// Direction vectors in constant memory: number i is the exclusive or of those where the Gray code of i has a one.
// Work-items take numbers of one dimension each group; 32 vectors a dimension.
__kernel void directions_gray(__constant const uint* directions, __global float* out, uint numbers) {
    const uint dimension = get_global_id(1);
    const uint i = get_global_id(0);
    if (i >= numbers) return;
    __constant const uint* own = directions + dimension * 32;
    const uint code = i ^ i >> 1;
    uint x = 0;
    #pragma unroll
    for (uint bit = 0; bit < 32; ++bit) x ^= code >> bit & 1 ? own[bit] : 0;
    out[dimension * numbers + i] = (float)(x >> 8) * 0x1p-24f;
}

// Digits mirrored at the point, in base BASE: a loop over the digits of the work-item's number.
#ifndef BASE
#define BASE 3
#endif
__kernel void radical_inverse(__global float* out, uint numbers) {
    const uint i = get_global_id(0);
    if (i >= numbers) return;
    uint rest = i;
    float weight = 1.0f / BASE;
    float sum = 0.0f;
    while (rest > 0) { // warpstring: digits
        sum += (float)(rest % BASE) * weight;
        rest /= BASE;
        weight *= 1.0f / BASE;
    }
    out[i] = sum;
}
