// SPDX-License-Identifier: GPL-3.0-or-later
// Generators that fill buffers: by counter, by a shifted state that is kept between calls, and by recurrences of
// large moduli with normal deviates made of them.

#ifndef PER_ITEM
#define PER_ITEM 4
#endif
#ifndef ROUNDS
#define ROUNDS 10
#endif

// ---- By counter: four words of counter, two of key, products that spread over both halves.
#define SPREAD_A 0xD2511F53u
#define SPREAD_B 0xCD9E8D57u
#define STEP_A 0x9E3779B9u
#define STEP_B 0xBB67AE85u

inline uint4 counter_round(uint4 c, uint2 key) {
    const uint ha = mul_hi(SPREAD_A, c.x);
    const uint la = SPREAD_A * c.x;
    const uint hb = mul_hi(SPREAD_B, c.z);
    const uint lb = SPREAD_B * c.z;
    return (uint4)(hb ^ c.y ^ key.x, lb, ha ^ c.w ^ key.y, la);
}

inline uint4 counter_words(uint4 c, uint2 key) {
#pragma unroll
    for (int i = 0; i < ROUNDS; ++i) {
        c = counter_round(c, key);
        key += (uint2)(STEP_A, STEP_B);
    }
    return c;
}

#ifdef AS_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OUT2 double2
#define CONVERT(w) (convert_double2(as_ulong2(w) >> 11) * 0x1.0p-53)
__kernel void counter_fill(__global OUT2* restrict out, const ulong first, const uint key0, const uint key1,
                           const uint n) {
#else
#define OUT4 float4
#define CONVERT(w) (convert_float4((w) >> 8) * 0x1.0p-24f)
__kernel void counter_fill(__global OUT4* restrict out, const ulong first, const uint key0, const uint key1,
                           const uint n) {
#endif
    const uint step = get_global_size(0);
    uint at = get_global_id(0);
#pragma unroll
    for (int i = 0; i < PER_ITEM; ++i, at += step) {
        const ulong c = first + at;
        const uint4 words = counter_words((uint4)((uint)c, (uint)(c >> 32), 0u, 0x5EEDu), (uint2)(key0, key1));
        if (at < n) out[at] = CONVERT(words);
    }
}

// ---- By shifts: five words and a counter of Weyl.
typedef struct {
    uint v[5];
    uint weyl;
} shift_state;

inline uint shift_next(shift_state* s) {
    const uint t = s->v[0] ^ (s->v[0] >> 2);
    s->v[0] = s->v[1];
    s->v[1] = s->v[2];
    s->v[2] = s->v[3];
    s->v[3] = s->v[4];
    s->v[4] = s->v[4] ^ (s->v[4] << 4) ^ t ^ (t << 1);
    s->weyl += 362437u;
    return s->v[4] + s->weyl;
}

__kernel void shift_fill(__global shift_state* states, __global uint* out, const uint rounds) {
    const size_t me = get_global_id(0);
    const size_t all = get_global_size(0);
    shift_state s = states[me];
    for (uint i = 0; i < rounds; ++i) out[i * all + me] = shift_next(&s);
    states[me] = s;
}

// ---- Two recurrences of three terms modulo primes below 2^32, states in planes; Box and Muller for pairs.
#define MOD1 4294967087ul
#define MOD2 4294944443ul

__kernel void recurrence_normals(__global uint* restrict state, __global float2* restrict out, const uint streams,
                                 const uint pairs, const float mean, const float deviation) {
    const uint me = get_global_id(0);
    if (me >= streams) return;
    ulong a0 = state[me], a1 = state[me + streams], a2 = state[me + 2 * streams];
    ulong b0 = state[me + 3 * streams], b1 = state[me + 4 * streams], b2 = state[me + 5 * streams];
    float u[2];
    for (uint p = 0; p < pairs; ++p) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const ulong a = (1403580ul * a1 + 810728ul * (MOD1 - a0)) % MOD1;
            a0 = a1;
            a1 = a2;
            a2 = a;
            const ulong b = (527612ul * b2 + 1370589ul * (MOD2 - b0)) % MOD2;
            b0 = b1;
            b1 = b2;
            b2 = b;
            const ulong d = a >= b ? a - b : a + MOD1 - b;
            u[h] = ((float)(uint)d + 1.0f) * 2.3283064e-10f;
        }
        const float radius = deviation * sqrt(-2.0f * log(fmin(u[0], 0.99999994f)));
        float c;
        const float s = sincos(6.2831853f * u[1], &c);
        out[(size_t)p * streams + me] = (float2)(mean + radius * c, mean + radius * s);
    }
    state[me] = a0;
    state[me + streams] = a1;
    state[me + 2 * streams] = a2;
    state[me + 3 * streams] = b0;
    state[me + 4 * streams] = b1;
    state[me + 5 * streams] = b2;
}
