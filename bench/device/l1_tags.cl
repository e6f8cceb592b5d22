// SPDX-License-Identifier: GPL-3.0-or-later
// What a load takes whose lanes ask for words of LINES lines, each lane for one of a bank of its own:
// neighbouring lanes share a line, lines lie APART lines from each other. FRESH: L1 lacks what it asks for, and
// each of the eight loads of a step asks for another word of the same sectors; else L1 has it after the first
// step.
#ifndef LINES
#define LINES 32
#endif
#ifndef APART
#define APART 1
#endif
#ifndef FRESH
#define FRESH 0
#endif
#define TOGETHER 8

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void l1_tags(__global const float* zeros,
                                                                         __global float* out, uint steps) {
    const uint lane = get_local_id(0) % 32;
    const uint line = lane * LINES / 32 * APART;
    uint at = line * 32 + lane;
    float total = 0.0f;
#if FRESH
    at = (get_global_id(0) / 32 * LINES * APART) * steps * 32 + line * 32 + lane / 8 * 8;
#endif
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
        float sum = 0.0f;
#pragma unroll
        for (uint u = 0; u < TOGETHER; ++u)
#if FRESH
            sum += zeros[at + (lane + u) % 8];
#else
            sum += zeros[at + u * (LINES * APART * 32)];
#endif
        total += sum;
#if FRESH
        at += LINES * APART * 32 + (uint)sum;
#else
        at += (uint)sum;
#endif
    }
    out[get_global_id(0)] = total;
}
