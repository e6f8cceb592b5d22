// SPDX-License-Identifier: GPL-3.0-or-later
// What the flow of control costs a warp that is alone: loops, branches that all lanes take, none or some, loops
// within loops, local memory and barriers on the way (docs/model.md, section 9.5). WHAT is what an iteration does.

#ifndef WHAT
#define WHAT 0
#endif
#ifndef SIZE
#define SIZE 32
#endif

#define MUL x = x * a + b;
#define MUL4 MUL MUL MUL MUL
#define MUL16 MUL4 MUL4 MUL4 MUL4

__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
control_flow(__global float* out, __global const float* in, uint steps, uint trips, float a, float b, float limit,
             uint mask) {
    const uint item = get_local_id(0);
    __local float words[WHAT == 18 && SIZE > 32 ? 2048 : 1024];
    for (uint i = item; i < 1024; i += SIZE) words[i] = 4.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    float x = item;
    #pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
#if WHAT == 0 // the loop itself
        MUL
#elif WHAT == 1 // a longer chain
        MUL16
#elif WHAT == 2 // a branch that none takes
        MUL4
        if (x > limit) { MUL16 }
        MUL4
#elif WHAT == 3 // one that all take
        MUL4
        if (x < limit) { MUL16 }
        MUL4
#elif WHAT == 4 // one that half of the lanes take
        MUL4
        if ((item ^ k) & mask) { MUL16 }
        MUL4
#elif WHAT == 5 // either way half of the lanes
        MUL4
        if ((item ^ k) & mask) { MUL16 } else { MUL4 MUL16 x = x - b; }
        MUL4
#elif WHAT == 6 // a loop within, as it is written
        #pragma unroll 1
        for (uint j = 0; j < trips; ++j) { MUL }
#elif WHAT == 7 // a loop within, as compilers unroll it
        for (uint j = 0; j < trips; ++j) { MUL }
#elif WHAT == 8 // a loop within that reads local memory
        for (uint j = 0; j < trips; ++j) x -= words[j + item] * words[j + 512];
#elif WHAT == 9 // the same as it is written
        #pragma unroll 1
        for (uint j = 0; j < trips; ++j) x -= words[j + item] * words[j + 512];
#elif WHAT == 10 // a triangular loop within
        for (uint j = 0; j < (k & 31); ++j) x -= words[j + item] * words[j + 512];
        words[k & 511] = x;
#elif WHAT == 11 // a loop within whose trips differ between lanes
        for (uint j = item & 7; j < trips + 8; j += 8) x -= words[j + 512];
#elif WHAT == 12 // local memory, one load after another
        x = words[(uint)x + (k & 15)];
#elif WHAT == 13 // a store and the load behind it
        words[item] = x;
        x = words[item ^ 1] * a;
#elif WHAT == 14 // a barrier
        MUL4
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 15 // local memory between two barriers
        words[item] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x = words[(item + 32) & (SIZE - 1)] * a;
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 16 // the first item alone
        if (item == 0) { for (uint j = 0; j < trips; ++j) words[j] = words[j] * a + x; }
        barrier(CLK_LOCAL_MEM_FENCE);
        x = words[k & 15];
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 17 // a line of L1, one load after another
        x = in[(uint)x + (k & 15)];
#elif WHAT == 18 // the copy of a tile
        for (uint j = item; j < trips * SIZE; j += SIZE) words[j] = in[j + (k & 15)];
        barrier(CLK_LOCAL_MEM_FENCE);
        x += words[item & 31];
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
    out[get_global_id(0)] = x;
}
