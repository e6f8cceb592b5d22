// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp alone spends on loads that hit L1: LOADS of them a trip, a line each, from one address and constants
// (ADVANCE 0) or each from the address before it and a distance that is no constant (ADVANCE 1).
__kernel void load_issue(__global const float* restrict in, __global float* restrict out, int trips, int distance,
                         int back) {
    __global const float* at = in + get_local_id(0);
    float sums[4] = {0, 0, 0, 0};
#pragma unroll 1
    for (int trip = 0; trip < trips; ++trip) {
        float loaded[LOADS];
#pragma unroll
        for (int i = 0; i < LOADS; ++i) {
#if ADVANCE
            loaded[i] = *at;
            at += distance;
#else
            loaded[i] = at[32 * i];
#endif
        }
#pragma unroll
        for (int i = 0; i < LOADS; ++i) sums[i & 3] += loaded[i];
        at += back; // 0 or to the first line: told by an argument, so that each trip loads anew
    }
    out[get_global_id(0)] = sums[0] + sums[1] + sums[2] + sums[3];
}
