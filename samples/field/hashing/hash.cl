// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of one block, their 64 rounds written out by macros: a work-item hashes its own number under a common
// message, as a search for a hash does. The round functions follow the two classic patterns, eight words with a
// growing schedule and four words with four functions, on constants of our own: round i adds
// (i + 1) * 0x9e3779b97f4a7c15 >> 32 (64 bits). MESSAGES messages (1, 2 or 4) a work-item are the components of one
// vector.

#ifndef MESSAGES
#define MESSAGES 1
#endif
#if MESSAGES == 1
#define WORD uint
#define FIRST(n) (n)
#elif MESSAGES == 2
#define WORD uint2
#define FIRST(n) ((uint2)(0, 1) + (n))
#else
#define WORD uint4
#define FIRST(n) ((uint4)(0, 1, 2, 3) + (n))
#endif

#define ROUND_CONSTANT(i) ((uint)(((i) + 1ul) * 0x9e3779b97f4a7c15ul >> 32))
#define TURN(x, n) rotate((x), (WORD)(n))

#define CHOOSE(e, f, g) bitselect((g), (f), (e))
#define MAJORITY(a, b, c) bitselect((a), (b), (c) ^ (a))
#define WIDE_A(x) (TURN(x, 30) ^ TURN(x, 19) ^ TURN(x, 10))
#define WIDE_E(x) (TURN(x, 26) ^ TURN(x, 21) ^ TURN(x, 7))
#define NARROW_0(x) (TURN(x, 25) ^ TURN(x, 14) ^ ((x) >> 3))
#define NARROW_1(x) (TURN(x, 15) ^ TURN(x, 13) ^ ((x) >> 10))

#define EXTEND(i) (w[(i) % 16] += NARROW_1(w[((i) + 14) % 16]) + w[((i) + 9) % 16] + NARROW_0(w[((i) + 1) % 16]))

#define WIDE_ROUND(a, b, c, d, e, f, g, h, i)                                                                          \
    {                                                                                                                  \
        if ((i) >= 16) EXTEND(i);                                                                                      \
        const WORD t = h + WIDE_E(e) + CHOOSE(e, f, g) + ROUND_CONSTANT(i) + w[(i) % 16];                              \
        d += t;                                                                                                        \
        h = t + WIDE_A(a) + MAJORITY(a, b, c);                                                                         \
    }
#define WIDE_EIGHT(i)                                                                                                  \
    WIDE_ROUND(a, b, c, d, e, f, g, h, (i))                                                                            \
    WIDE_ROUND(h, a, b, c, d, e, f, g, (i) + 1)                                                                        \
    WIDE_ROUND(g, h, a, b, c, d, e, f, (i) + 2)                                                                        \
    WIDE_ROUND(f, g, h, a, b, c, d, e, (i) + 3)                                                                        \
    WIDE_ROUND(e, f, g, h, a, b, c, d, (i) + 4)                                                                        \
    WIDE_ROUND(d, e, f, g, h, a, b, c, (i) + 5)                                                                        \
    WIDE_ROUND(c, d, e, f, g, h, a, b, (i) + 6)                                                                        \
    WIDE_ROUND(b, c, d, e, f, g, h, a, (i) + 7)

// Eight words of state, a schedule that grows out of the 16 words of the message. The first and last words of the
// result, folded, go to `out`.
__kernel void hash_wide_state(__constant const uint* message, __global WORD* out) {
    WORD w[16];
    #pragma unroll
    for (uint i = 0; i < 16; ++i) w[i] = message[i];
    w[3] = FIRST((uint)get_global_id(0) * MESSAGES);
    WORD a = 0x01234567, b = 0x12345678, c = 0x23456789, d = 0x3456789a;
    WORD e = 0x456789ab, f = 0x56789abc, g = 0x6789abcd, h = 0x789abcde;
    WIDE_EIGHT(0)
    WIDE_EIGHT(8)
    WIDE_EIGHT(16)
    WIDE_EIGHT(24)
    WIDE_EIGHT(32)
    WIDE_EIGHT(40)
    WIDE_EIGHT(48)
    WIDE_EIGHT(56)
    out[get_global_id(0)] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

#define MIX_0(b, c, d) bitselect((d), (c), (b))
#define MIX_1(b, c, d) bitselect((c), (b), (d))
#define MIX_2(b, c, d) ((b) ^ (c) ^ (d))
#define MIX_3(b, c, d) ((c) ^ ((b) | ~(d)))

#define SLIM_ROUND(mix, a, b, c, d, i, word, turn)                                                                     \
    a += mix(b, c, d) + w[(word) % 16] + ROUND_CONSTANT(i);                                                            \
    a = b + TURN(a, turn);
#define SLIM_FOUR(mix, i, step, start, t0, t1, t2, t3)                                                                 \
    SLIM_ROUND(mix, a, b, c, d, (i), (i) * (step) + (start), t0)                                                       \
    SLIM_ROUND(mix, d, a, b, c, (i) + 1, ((i) + 1) * (step) + (start), t1)                                             \
    SLIM_ROUND(mix, c, d, a, b, (i) + 2, ((i) + 2) * (step) + (start), t2)                                             \
    SLIM_ROUND(mix, b, c, d, a, (i) + 3, ((i) + 3) * (step) + (start), t3)
#define SLIM_SIXTEEN(mix, i, step, start, t0, t1, t2, t3)                                                              \
    SLIM_FOUR(mix, (i), step, start, t0, t1, t2, t3)                                                                   \
    SLIM_FOUR(mix, (i) + 4, step, start, t0, t1, t2, t3)                                                               \
    SLIM_FOUR(mix, (i) + 8, step, start, t0, t1, t2, t3)                                                               \
    SLIM_FOUR(mix, (i) + 12, step, start, t0, t1, t2, t3)

// Four words of state, four functions of 16 rounds each, words of the message in four orders.
__kernel void hash_slim_state(__constant const uint* message, __global WORD* out) {
    WORD w[16];
    #pragma unroll
    for (uint i = 0; i < 16; ++i) w[i] = message[i];
    w[3] = FIRST((uint)get_global_id(0) * MESSAGES);
    WORD a = 0x01234567, b = 0x12345678, c = 0x23456789, d = 0x3456789a;
    SLIM_SIXTEEN(MIX_0, 0, 1, 0, 7, 12, 17, 22)
    SLIM_SIXTEEN(MIX_1, 16, 5, 1, 5, 9, 14, 20)
    SLIM_SIXTEEN(MIX_2, 32, 3, 5, 4, 11, 16, 23)
    SLIM_SIXTEEN(MIX_3, 48, 7, 0, 6, 10, 15, 21)
    out[get_global_id(0)] = a ^ b ^ c ^ d;
}

// A short hash in a loop over a string a work-item: bytes folded four at a time, strings of LENGTH words lie one
// after the other (neighbours read LENGTH words apart) or, with SPREAD 1, word by word beside each other.
#ifndef LENGTH
#define LENGTH 16
#endif
#ifndef SPREAD
#define SPREAD 0
#endif
__kernel void hash_strings(__global const uint* strings, __global uint* out, uint count) {
    const uint string = get_global_id(0);
    if (string >= count) return;
    uint hash = 0x811c9dc5;
    for (uint k = 0; k < LENGTH; ++k) {
        uint word = strings[SPREAD ? k * count + string : string * LENGTH + k];
        for (uint byte = 0; byte < 4; ++byte) {
            hash = (hash ^ (word & 0xff)) * 0x01000193;
            word >>= 8;
        }
    }
    out[string] = hash;
}
