// SPDX-License-Identifier: GPL-3.0-or-later
// One warp after another loads from LINES cache lines at once, at addresses that depend on what it loaded before:
// how much longer it waits for the latest of many lines than for one.

#ifndef LINES
#define LINES 1
#endif

__kernel void line_latency(__global const uint* zeros, __global uint* out, uint lines, uint steps) {
    const uint lane = get_local_id(0) & 31;
    const uint together = 32 / LINES;
    uint state = (get_global_id(0) >> 5) * 7919u + lane / together * 104729u + 12345u;
    uint loaded = 0;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
        state = state * 1664525u + 1013904223u + loaded;
        const uint line = ((ulong)state * lines) >> 32;
        loaded = zeros[(size_t)line * 32 + lane % together];
    }
    out[get_global_id(0)] = loaded + state;
}
