// SPDX-License-Identifier: GPL-3.0-or-later
// What mixtures of instructions a scheduler issues at, far from every memory: eight independent chains a work-item.
#ifndef MIX
#define MIX 0
#endif
#define REPEAT8(step) step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7)

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
issue_limits(__global float* out, __constant float* weights, uint steps, float a, float b, uint mask) {
    __local float words[256 + 8];
    const uint item = get_local_id(0);
    float x0 = item, x1 = item + 1, x2 = item + 2, x3 = item + 3, x4 = item + 4, x5 = item + 5, x6 = item + 6, x7 = item + 7;
    uint u0 = item, u1 = item * 3, u2 = item * 5, u3 = item * 7, u4 = item * 9, u5 = item * 11, u6 = item * 13, u7 = item * 15;
    float y = a * item, z = b * item;
    words[item] = a * item;
    if (item < 8) words[256 + item] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < steps; ++k) {
#if MIX == 0 // multiply-adds of one register and two constants
#define STEP(i) x##i = x##i * a + b; x##i = x##i * b + a; x##i = x##i * a + b; x##i = x##i * b + a;
#elif MIX == 1 // of three registers
#define STEP(i) x##i = x##i * y + z; x##i = x##i * z + y; x##i = x##i * y + z; x##i = x##i * z + y;
#elif MIX == 2 // one logic operation for each multiply-add
#define STEP(i) x##i = x##i * a + b; u##i = (u##i & mask) ^ k; x##i = x##i * b + a; u##i = (u##i | mask) ^ k;
#elif MIX == 3 // a special function for 15 multiply-adds
#define STEP(i) x##i = x##i * a + b; x##i = x##i * b + a; x##i = x##i * a + b; x##i = i % 2 == 0 ? native_rsqrt(x##i) : x##i * b + a; x##i = x##i * b + a; x##i = x##i * a + b;
#elif MIX == 4 // a load of local memory for four multiply-adds
#define STEP(i) x##i = x##i * a + words[item + i]; x##i = x##i * b + a; x##i = x##i * a + b; x##i = x##i * b + a; y += b;
#elif MIX == 5 // integers: products, sums, logic
#define STEP(i) u##i = u##i * mask + k; u##i = (u##i ^ mask) + k; u##i = u##i * k + mask; u##i = (u##i & k) ^ mask;
#elif MIX == 6 // multiply-adds with words of constant memory
#define STEP(i) x##i = x##i * weights[i] + weights[i + 8]; x##i = x##i * weights[i + 16] + weights[i + 24]; x##i = x##i * weights[i] + weights[i + 16]; x##i = x##i * weights[i + 8] + b;
#elif MIX == 7 // a stretch of multiply-adds, then one of logic that waits for it
#define STEP(i) x##i = x##i * a + b; x##i = x##i * b + a; u##i = as_uint(x##i) ^ mask; u##i = (u##i | k) & ~mask; u##i = (u##i ^ k) + mask; x##i = as_float(u##i & 0x3fffffff);
#elif MIX == 8 // a conversion for three multiply-adds
#define STEP(i) u##i += (uint)x##i & mask; x##i = x##i * b + a; x##i = x##i * a + (float)u##i; x##i = x##i * b + a;
#elif MIX == 9 // a comparison and a selection for two multiply-adds
#define STEP(i) x##i = x##i * a + b; x##i = x##i > y ? x##i * b + a : z; x##i = fmin(x##i, a) * b + y;
#elif MIX == 10 // doubles' addresses: sums of 64 bits
#define STEP(i) x##i = x##i * a + words[(u##i + k) & 255]; u##i += mask; x##i = x##i * b + a; x##i = x##i * a + b;
#endif
        REPEAT8(STEP)
    }
    out[get_global_id(0)] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + (float)(u0 ^ u1 ^ u2 ^ u3 ^ u4 ^ u5 ^ u6 ^ u7) + y;
}
