// SPDX-License-Identifier: GPL-3.0-or-later
// Loops whose trips are constant: how many copies a compiler makes of which body. PRODUCTS of them a trip, WHAT says
// what else.

__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void constant_loops(__global float* out,
                                                                              __global const float* restrict in,
                                                                              uint rounds, float a, float b) {
    __local float kept[2048];
    const uint i = get_local_id(0);
    float x = i;
    for (uint k = i; k < 2048; k += 128) kept[k] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (uint round = 0; round < rounds; ++round) {
        for (int step = 0; step < TRIPS; ++step) {
#if WHAT == 0 // products alone
            const float y = b;
#elif WHAT == 1 // a word of local memory
            const float y = kept[(i + step) & 2047];
#elif WHAT == 2 // one of global memory
            const float y = in[step * 128 + i];
#endif
#pragma unroll
            for (int product = 0; product < PRODUCTS; ++product) x = x * a + y;
        }
    }
    out[get_global_id(0)] = x;
}
