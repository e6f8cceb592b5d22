// SPDX-License-Identifier: GPL-3.0-or-later
// What a load waits where others are on their way: every warp has LOADS lines on their way at a time and goes on when
// all have come, with 2 to 64 warps on each multiprocessor. Bytes a cycle over bytes on their way is the latency.

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
loaded_latency(__global const float* in, __global float* out, uint steps, uint stride, uint places) {
    const uint number = get_global_id(0);
    float sum = 0;
    uint at = number & places;
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
        const float a = in[at];
#if LOADS > 1
        const float b = in[at + (places + 1)];
#endif
#if LOADS > 2
        const float c = in[at + (places + 1) * 2];
        const float d = in[at + (places + 1) * 3];
#endif
        sum += a;
#if LOADS > 1
        sum += b;
#endif
#if LOADS > 2
        sum += c + d;
#endif
#if STORES
        out[at] = sum;
#endif
        at = (at + stride) & places;
    }
    out[number] = sum;
}
