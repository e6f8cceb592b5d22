// SPDX-License-Identifier: GPL-3.0-or-later
// Which warps go on where all of a multiprocessor ask for the same: what the loop asks for is WHAT. When its groups
// start and end tells whether the oldest are served first, or all alike (docs/model.md, section 9.2).

#ifndef WHAT
#define WHAT 0
#endif

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
warp_order(__global const float* in, __global float* out, uint steps, uint places, float a, float b) {
    const uint item = get_local_id(0);
    const uint number = get_global_id(0);
    float x = item, y = number, z = 1.0f, w = 2.0f;
#if WHAT == 2
    __local float words[256 + 128];
    words[item] = item;
    if (item < 128) words[256 + item] = 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    #pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
#if WHAT == 0 // instructions to issue
        x = x * a + b;
        y = y * b + a;
        z = z * a + b;
        w = w * b + a;
#elif WHAT == 1 // lines of L1: 16 KiB that all read
        const uint at = (k & 3) * 1024;
        x += in[at + item];
        y += in[at + 256 + item];
        z += in[at + 512 + item];
        w += in[at + 768 + item];
#elif WHAT == 2 // words of local memory, on four banks' ways
        const uint at = (k & 3) * 32;
        x += words[((item & 31) * 8 + at) & 255];
        y += words[((item & 31) * 8 + at + 32) & 255];
#elif WHAT == 3 // lines of L2: places are few
        x += in[(number + k * 33024u) % places];
        y += in[(number + k * 33024u + 4128u) % places];
#elif WHAT == 4 // one after another: each address waits for the load before
        x = in[(number + (uint)x + k * 33024u) % places];
#endif
    }
    out[number] = x + y + z + w;
}
