// SPDX-License-Identifier: GPL-3.0-or-later
// Loops with a barrier whose trips are constant: how many copies a compiler makes of which body. PRODUCTS of them
// a trip, WHAT says where the barrier is.

__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void barrier_loops(__global float* out, uint rounds,
                                                                             float a) {
    __local float kept[2][128];
    const uint i = get_local_id(0), next = (i + 1) & 127;
    float x = i;
    kept[0][i] = kept[1][i] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (uint round = 0; round < rounds; ++round) {
        for (int step = 0; step < TRIPS; ++step) {
#if WHAT == 0 // two barriers, the counter is not used
            const float y = kept[0][next];
            barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 1 // two buffers in turn, one barrier
            const float y = kept[step & 1][next];
#elif WHAT == 2 // the counter is a distance
            const float y = kept[0][(i + step) & 127];
            barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll
            for (int product = 0; product < PRODUCTS; ++product) x = x * a + y;
#if WHAT == 1
            kept[~step & 1][i] = x;
#else
            kept[0][i] = x;
#endif
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[get_global_id(0)] = x;
}
