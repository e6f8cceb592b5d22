// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of long numbers: powers modulo an odd number of LIMBS 32-bit limbs, and a number-theoretic
// transform of one polynomial a group.

#ifdef LIMBS
// result = a * b / 2^(32 LIMBS) modulo m, limb by limb of b, with a last subtraction where needed.
inline void montgomery(uint* result, const uint* a, const uint* b, __constant uint* m, uint inverse) {
    uint t[LIMBS + 2];
#pragma unroll
    for (int i = 0; i < LIMBS + 2; ++i) t[i] = 0;
#if WIDE_LOOP
#pragma unroll 1
#else
#pragma unroll
#endif
    for (int i = 0; i < LIMBS; ++i) {
        const uint digit = b[i];
        uint carry = 0;
#pragma unroll
        for (int j = 0; j < LIMBS; ++j) {
            const ulong wide = (ulong)a[j] * digit + t[j] + carry;
            t[j] = (uint)wide;
            carry = (uint)(wide >> 32);
        }
        ulong top = (ulong)t[LIMBS] + carry;
        t[LIMBS] = (uint)top;
        t[LIMBS + 1] = (uint)(top >> 32);

        const uint q = t[0] * inverse;
        ulong wide = (ulong)q * m[0] + t[0];
        carry = (uint)(wide >> 32);
#pragma unroll
        for (int j = 1; j < LIMBS; ++j) {
            wide = (ulong)q * m[j] + t[j] + carry;
            t[j - 1] = (uint)wide;
            carry = (uint)(wide >> 32);
        }
        top = (ulong)t[LIMBS] + carry;
        t[LIMBS - 1] = (uint)top;
        t[LIMBS] = t[LIMBS + 1] + (uint)(top >> 32);
    }
    uint borrow = 0;
    uint less[LIMBS];
#pragma unroll
    for (int j = 0; j < LIMBS; ++j) {
        const uint d = t[j] - m[j];
        const uint next = (t[j] < m[j]) | ((d == 0) & borrow);
        less[j] = d - borrow;
        borrow = next;
    }
    const uint keep = t[LIMBS] < borrow;
#pragma unroll
    for (int j = 0; j < LIMBS; ++j) result[j] = keep ? t[j] : less[j];
}

// Powers with one short exponent for all numbers, bits from the top. Limb j of number i lies at j * numbers +
// i.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
power_public(__global const uint* bases, __global uint* powers, __constant uint* modulus, uint inverse,
             uint exponent, int bits, int numbers) {
    const int id = get_global_id(0);
    if (id >= numbers) return;
    uint base[LIMBS], value[LIMBS];
#pragma unroll
    for (int j = 0; j < LIMBS; ++j) {
        base[j] = bases[j * numbers + id];
        value[j] = base[j];
    }
#pragma unroll 1
    for (int bit = bits - 2; bit >= 0; --bit) {
        montgomery(value, value, value, modulus, inverse);
        if ((exponent >> bit) & 1) montgomery(value, value, base, modulus, inverse);
    }
#pragma unroll
    for (int j = 0; j < LIMBS; ++j) powers[j * numbers + id] = value[j];
}
#endif

#ifdef LOG_POINTS
#define POINTS (1 << LOG_POINTS)
#define PRIME 2013265921u

inline uint add_mod(uint a, uint b) {
    const uint s = a + b;
    return s >= PRIME ? s - PRIME : s;
}

inline uint sub_mod(uint a, uint b) { return a >= b ? a - b : a + PRIME - b; }

// a * w modulo PRIME by the quotient of w that was computed before.
inline uint mul_mod(uint a, uint w, uint quotient) {
    const uint r = a * w - mul_hi(a, quotient) * PRIME;
    return r >= PRIME ? r - PRIME : r;
}

// Forward transforms of 2^LOG_POINTS points each, a group for one, POINTS / (2 WG_SIZE) butterflies a
// work-item and stage. `twiddles` holds the roots and their quotients in pairs, in the order of use.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
ntt_forward(__global uint* values, __global const uint2* twiddles) {
    __local uint a[POINTS];
    const int item = get_local_id(0);
    __global uint* own = values + (size_t)get_group_id(0) * POINTS;
    for (int i = item; i < POINTS; i += WG_SIZE) a[i] = own[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stage = 0; stage < LOG_POINTS; ++stage) {
        const int log_half = LOG_POINTS - 1 - stage;
        const int half_span = 1 << log_half;
#pragma unroll
        for (int n = 0; n < POINTS / 2 / WG_SIZE; ++n) {
            const int i = item + n * WG_SIZE;
            const int block = i >> log_half;
            const int at = (block << (log_half + 1)) | (i & (half_span - 1));
            const uint2 w = twiddles[(1 << stage) + block];
            const uint u = a[at];
            const uint v = mul_mod(a[at + half_span], w.x, w.y);
            a[at] = add_mod(u, v);
            a[at + half_span] = sub_mod(u, v);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = item; i < POINTS; i += WG_SIZE) own[i] = a[i];
}
#endif
