// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp waits for whose lanes walk rows of their own: TOGETHER loads, APART words from each other, then a
// step to words that hang on what came. FRESH: the step leads to sectors that L1 lacks; else all is there after
// the first.
#ifndef TOGETHER
#define TOGETHER 1
#endif
#ifndef APART
#define APART 1
#endif
#ifndef FRESH
#define FRESH 1
#endif

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
row_latency(__global const float* zeros, __global float* out, uint pitch, uint steps) {
    const uint row = get_global_id(0) * pitch;
    uint at = 0;
    float total = 0.0f;
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
        float sum = 0.0f;
#pragma unroll
        for (uint u = 0; u < TOGETHER; ++u) sum += zeros[row + at + u * APART];
        total += sum;
#if FRESH
        at += (TOGETHER * APART + 7) / 8 * 8 + (uint)sum;
#else
        at = (uint)sum;
#endif
    }
    out[get_global_id(0)] = total;
}

// Each work-item writes a row of its own. BY_SECTORS: the first word of each sector of the row, then the second
// of each, so that a sector is written again long after; else one word after another.
#ifndef BY_SECTORS
#define BY_SECTORS 0
#endif

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void row_stores(__global float* a, uint pitch,
                                                                            uint length) {
    const uint row = get_global_id(0) * pitch;
#pragma unroll 1
    for (uint k = 0; k < length; ++k) {
#if BY_SECTORS
        const uint sectors = length / 8;
        const uint at = k % sectors * 8 + k / sectors;
#else
        const uint at = k;
#endif
        a[row + at] = (float)k;
    }
}

// Of a group's two warps one goes round in a line of L1, the other waits for L2 at each step. HITS and MISSES:
// steps.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void hits_beside_misses(__global const uint* zeros,
                                                                                 __global uint* out, uint hits,
                                                                                 uint misses, uint lines,
                                                                                 uint apart) {
    const uint lane = get_local_id(0) % 32;
    uint loaded = 0;
    if (get_local_id(0) < 32) {
        const uint near = get_group_id(0) * 1024 + lane;
#pragma unroll 1
        for (uint k = 0; k < hits; ++k) loaded = zeros[near + loaded];
    } else {
        uint state = (get_group_id(0) * 64 + lane * apart) * 7919u + 12345u;
#pragma unroll 1
        for (uint k = 0; k < misses; ++k) {
            state = state * 1664525u + 1013904223u + loaded;
            const uint line = ((ulong)state * lines) >> 32;
            loaded = zeros[262144 + (size_t)line * 32];
        }
    }
    out[get_global_id(0)] = loaded;
}
