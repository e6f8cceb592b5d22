// SPDX-License-Identifier: GPL-3.0-or-later
// Searches over digests and the loops of password hashes: unrolled rounds of a 32-bit add-rotate-choose
// design, the message's schedule in sixteen named words.

#define CHOOSE(x, y, z) bitselect((z), (y), (x))
#define MAJOR(x, y, z) bitselect((x), (y), ((x) ^ (z)))
#define SUM_A(x) (rotate((x), (W_T)(30)) ^ rotate((x), (W_T)(19)) ^ rotate((x), (W_T)(10)))
#define SUM_E(x) (rotate((x), (W_T)(26)) ^ rotate((x), (W_T)(21)) ^ rotate((x), (W_T)(7)))
#define MIX_0(x) (rotate((x), (W_T)(25)) ^ rotate((x), (W_T)(14)) ^ ((x) >> (W_T)(3)))
#define MIX_1(x) (rotate((x), (W_T)(15)) ^ rotate((x), (W_T)(13)) ^ ((x) >> (W_T)(10)))
#define KEY(i) ((W_T)(0x9E3779B9u * (2u * (i) + 1u) ^ 0x7F4A7C15u))

#define STEP(a, b, c, d, e, f, g, h, w, i)                                                                   \
    {                                                                                                        \
        const W_T t = h + SUM_E(e) + CHOOSE(e, f, g) + KEY(i) + (w);                                         \
        d += t;                                                                                              \
        h = t + SUM_A(a) + MAJOR(a, b, c);                                                                   \
    }

#define EXPAND(w, w1, w9, w14) w += MIX_0(w1) + (w9) + MIX_1(w14)

#define ROUNDS_16(i)                                                                                         \
    STEP(a, b, c, d, e, f, g, h, w0, (i) + 0)                                                                \
    STEP(h, a, b, c, d, e, f, g, w1, (i) + 1)                                                                \
    STEP(g, h, a, b, c, d, e, f, w2, (i) + 2)                                                                \
    STEP(f, g, h, a, b, c, d, e, w3, (i) + 3)                                                                \
    STEP(e, f, g, h, a, b, c, d, w4, (i) + 4)                                                                \
    STEP(d, e, f, g, h, a, b, c, w5, (i) + 5)                                                                \
    STEP(c, d, e, f, g, h, a, b, w6, (i) + 6)                                                                \
    STEP(b, c, d, e, f, g, h, a, w7, (i) + 7)                                                                \
    STEP(a, b, c, d, e, f, g, h, w8, (i) + 8)                                                                \
    STEP(h, a, b, c, d, e, f, g, w9, (i) + 9)                                                                \
    STEP(g, h, a, b, c, d, e, f, w10, (i) + 10)                                                              \
    STEP(f, g, h, a, b, c, d, e, w11, (i) + 11)                                                              \
    STEP(e, f, g, h, a, b, c, d, w12, (i) + 12)                                                              \
    STEP(d, e, f, g, h, a, b, c, w13, (i) + 13)                                                              \
    STEP(c, d, e, f, g, h, a, b, w14, (i) + 14)                                                              \
    STEP(b, c, d, e, f, g, h, a, w15, (i) + 15)

#define EXPAND_16                                                                                            \
    EXPAND(w0, w1, w9, w14);                                                                                 \
    EXPAND(w1, w2, w10, w15);                                                                                \
    EXPAND(w2, w3, w11, w0);                                                                                 \
    EXPAND(w3, w4, w12, w1);                                                                                 \
    EXPAND(w4, w5, w13, w2);                                                                                 \
    EXPAND(w5, w6, w14, w3);                                                                                 \
    EXPAND(w6, w7, w15, w4);                                                                                 \
    EXPAND(w7, w8, w0, w5);                                                                                  \
    EXPAND(w8, w9, w1, w6);                                                                                  \
    EXPAND(w9, w10, w2, w7);                                                                                 \
    EXPAND(w10, w11, w3, w8);                                                                                \
    EXPAND(w11, w12, w4, w9);                                                                                \
    EXPAND(w12, w13, w5, w10);                                                                               \
    EXPAND(w13, w14, w6, w11);                                                                               \
    EXPAND(w14, w15, w7, w12);                                                                               \
    EXPAND(w15, w0, w8, w13);

inline void compress(W_T* s, const W_T* m) {
    W_T w0 = m[0], w1 = m[1], w2 = m[2], w3 = m[3], w4 = m[4], w5 = m[5], w6 = m[6], w7 = m[7];
    W_T w8 = m[8], w9 = m[9], w10 = m[10], w11 = m[11], w12 = m[12], w13 = m[13], w14 = m[14], w15 = m[15];
    W_T a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    ROUNDS_16(0)
    EXPAND_16
    ROUNDS_16(16)
    EXPAND_16
    ROUNDS_16(32)
    EXPAND_16
    ROUNDS_16(48)
    s[0] += a;
    s[1] += b;
    s[2] += c;
    s[3] += d;
    s[4] += e;
    s[5] += f;
    s[6] += g;
    s[7] += h;
}

#define FOUND_MAX 255

#if LANES == 1
#define TRY(v, n)                                                                                            \
    if ((v) < target) FOUND(n)
#define CHECK(v, n) TRY(v, n)
#elif LANES == 2
#define TRY(v, n)                                                                                            \
    if ((v) < target) FOUND(n)
#define CHECK(v, n) TRY((v).x, (n).x) TRY((v).y, (n).y)
#endif
#define FOUND(n)                                                                                             \
    {                                                                                                        \
        const uint slot = atomic_inc(found) + 1;                                                             \
        if (slot <= FOUND_MAX) found[slot] = (n);                                                            \
    }

// Digests of digests over ascending nonces, LANES of them in a vector and TRIES of these a work-item. Nonces
// whose digest begins below the target go to a short list behind its counter.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
digest_search(__constant uint* middle, uint tail0, uint tail1, uint tail2, uint base, uint target,
              __global volatile uint* found) {
#pragma unroll 1
    for (int k = 0; k < TRIES; ++k) {
        const uint first = base + ((uint)k * (uint)get_global_size(0) + (uint)get_global_id(0)) * LANES;
#if LANES == 1
        const W_T nonce = first;
#else
        const W_T nonce = (W_T)(first, first + 1);
#endif
        W_T s[8], m[16];
#pragma unroll
        for (int i = 0; i < 8; ++i) s[i] = (W_T)(middle[i]);
        m[0] = (W_T)(tail0);
        m[1] = (W_T)(tail1);
        m[2] = (W_T)(tail2);
        m[3] = nonce;
        m[4] = (W_T)(0x80000000u);
#pragma unroll
        for (int i = 5; i < 15; ++i) m[i] = (W_T)(0u);
        m[15] = (W_T)(640u);
        compress(s, m);

#pragma unroll
        for (int i = 0; i < 8; ++i) {
            m[i] = s[i];
            s[i] = KEY(i + 64);
        }
        m[8] = (W_T)(0x80000000u);
#pragma unroll
        for (int i = 9; i < 15; ++i) m[i] = (W_T)(0u);
        m[15] = (W_T)(256u);
        compress(s, m);
        CHECK(s[7], nonce)
    }
}

typedef struct {
    uint inner[8];
    uint outer[8];
    uint block[8];
    uint mixed[8];
} stretch_t;

// The middle of a password hash: `turns` times two keyed digests, the state taken from and left in memory so
// that the host may split a long count into several launches.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void stretch_loop(__global stretch_t* states,
                                                                                uint turns, uint candidates) {
    const uint id = get_global_id(0);
    if (id >= candidates) return;
    W_T inner[8], outer[8], block[8], mixed[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        inner[i] = (W_T)(states[id].inner[i]);
        outer[i] = (W_T)(states[id].outer[i]);
        block[i] = (W_T)(states[id].block[i]);
        mixed[i] = (W_T)(states[id].mixed[i]);
    }
    for (uint t = 0; t < turns; ++t) {
        W_T s[8], m[16];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            m[i] = block[i];
            s[i] = inner[i];
        }
        m[8] = (W_T)(0x80000000u);
#pragma unroll
        for (int i = 9; i < 15; ++i) m[i] = (W_T)(0u);
        m[15] = (W_T)(768u);
        compress(s, m);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            m[i] = s[i];
            s[i] = outer[i];
        }
        compress(s, m);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            block[i] = s[i];
            mixed[i] ^= s[i];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#if LANES == 1
        states[id].block[i] = block[i];
        states[id].mixed[i] = mixed[i];
#else
        states[id].block[i] = block[i].x;
        states[id].mixed[i] = mixed[i].x ^ mixed[i].y;
#endif
    }
}
