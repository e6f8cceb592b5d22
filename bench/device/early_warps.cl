// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of which WORKING warps go on and the others end at once. What goes on is a chain of loads that L1 serves, so that
// time tells how many warps are at work together. SHARED: words of local memory; HELD: values in registers.
__kernel void early_warps(__global const uint* table, __global uint* out, uint steps) {
    if (get_local_id(0) / 32 >= WORKING) return;
    uint at = get_local_id(0) % 32;
#if SHARED > 0
    __local uint held[SHARED];
    held[get_local_id(0) % SHARED] = table[at];
    at = held[get_local_id(0) % SHARED];
#endif
#if HELD > 0
    float values[HELD];
    for (int k = 0; k < HELD; ++k) values[k] = (float)(at + k);
#endif
    for (uint step = 0; step < steps; ++step) {
        at = table[at % 32];
#if HELD > 0
        for (int k = 0; k < HELD; ++k) values[k] = values[k] * 0.5f + (float)at;
#endif
    }
#if HELD > 0
    float sum = 0.f;
    for (int k = 0; k < HELD; ++k) sum += values[k];
    at += (uint)sum;
#endif
    out[get_global_id(0)] = at;
}
