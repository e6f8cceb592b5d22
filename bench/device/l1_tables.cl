// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines L1's tags tell side by side: the lanes of a load ask for all lines that the exclusive or of some
// of A, B, C, D and E makes, each for a word of a bank of its own, all of them in L1. Where which of four
// tables knows a line hangs on exclusive ors of the digits of its number, a load takes 8, 16 or 32 cycles.
#ifndef A
#define A 1
#endif
#ifndef B
#define B 2
#endif
#ifndef C
#define C 4
#endif
#ifndef D
#define D 8
#endif
#ifndef E
#define E 16
#endif
#define TOGETHER 8

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void l1_tables(__global const float* zeros,
                                                                         __global float* out, uint steps) {
    const uint lane = get_local_id(0) % 32;
    const uint line = (lane & 1) * (A) ^ (lane >> 1 & 1) * (B) ^ (lane >> 2 & 1) * (C) ^ (lane >> 3 & 1) * (D) ^
                      (lane >> 4) * (E);
    uint at = line * 32;
    float total = 0.0f;
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
        float sum = 0.0f;
#pragma unroll
        for (uint u = 0; u < TOGETHER; ++u) sum += zeros[at + (lane + u) % 32];
        total += sum;
        at += (uint)sum;
    }
    out[get_global_id(0)] = total;
}
