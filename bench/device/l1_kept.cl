// SPDX-License-Identifier: GPL-3.0-or-later
// What of the KEPT KiB that a warp has read L1 still holds after OTHERS KiB more were read, or stored where STORES.

#ifndef KEPT
#define KEPT 64
#endif
#ifndef OTHERS
#define OTHERS 0
#endif
#ifndef STORES
#define STORES 0
#endif

// Each lane takes a line of 128 bytes: 4 KiB a step.
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
l1_kept(__global const uint* in, __global uint* others, __global uint* out, uint rounds, uint zero) {
    const uint lane = get_local_id(0) * 32;
    uint sum = 0;
    #pragma unroll 1
    for (uint round = 0; round < rounds; ++round) {
        #pragma unroll 1
        for (uint k = 0; k < KEPT / 4; ++k) sum = in[k * 1024 + lane + (sum & zero)];
        #pragma unroll 1
        for (uint k = 0; k < OTHERS / 4; ++k) {
#if STORES
            others[get_group_id(0) * (OTHERS * 256) + k * 1024 + lane] = round;
#else
            sum = others[get_group_id(0) * (OTHERS * 256) + k * 1024 + lane + (sum & zero)];
#endif
        }
    }
    out[get_global_id(0)] = sum;
}
