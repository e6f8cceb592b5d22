// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that a loop does not touch: are they on their way while it runs, or does it begin when they are there? One
// warp on each multiprocessor, so that its latency tells.
//
// KEPT: values that are loaded before the loop and used behind it. INNER: what a step of the loop does: 0 computes,
// 1 loads from L1, 2 loads from local memory, 3 computes a function with a unit of its own.

__kernel void loads_before_loops(__global const float* restrict in, __global const int* restrict table,
                                 __global float* out, uint steps) {
    __local int words[64];
    const uint item = get_global_id(0), lane = get_local_id(0);
    words[lane] = words[lane + 32] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    float kept[KEPT + 1];
    #pragma unroll
    for (int k = 0; k < KEPT; ++k) kept[k] = in[k * get_global_size(0) + item];
    float x = item;
    int at = lane;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
#if INNER == 1
        at = table[at + (s & 31)] + lane;
#elif INNER == 2
        at = words[(at + s) & 63] + lane;
#elif INNER == 3
        x = native_rsqrt(x + 1.5f);
#else
        x = fma(x, 1.5f, 0.5f);
        x = fma(x, 1.5f, 0.5f);
        x = fma(x, 1.5f, 0.5f);
        x = fma(x, 1.5f, 0.5f);
#endif
    }
    x += at;
    #pragma unroll
    for (int k = 0; k < KEPT; ++k) x += kept[k];
    out[item] = x;
}
