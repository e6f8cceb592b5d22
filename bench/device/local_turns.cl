// SPDX-License-Identifier: GPL-3.0-or-later
// What the data path takes beside its accesses where stores to local memory and loads from it follow each other, with
// barriers between and without. WHAT says in which order.

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void local_turns(__global float* out, int rounds) {
    __local float kept[1024];
    __local float more[1024];
    const int i = get_local_id(0), across = (i + 32) & (GROUP - 1);
    float s = i, t = 1;
    kept[i] = s;
    more[i] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
#if WHAT == 0 // stores alone
        kept[i] = r;
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 1 // loads alone
        s += kept[across];
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 2 // one barrier, two buffers
        kept[i + (r & 1) * (GROUP % 1024)] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += kept[across + (r & 1) * (GROUP % 1024)];
#elif WHAT == 3 // two barriers
        kept[i] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += kept[across];
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 4 // two of each
        kept[i] = s;
        more[i] = t;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += kept[across];
        t += more[across];
        barrier(CLK_LOCAL_MEM_FENCE);
#elif WHAT == 5 // what the warp itself has stored, without a barrier
        kept[i] = s;
        s += more[across];
        more[i] = s;
        t += kept[i ^ 1];
#elif WHAT == 6 // four loads for a store
        kept[i] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += kept[across] + more[across] * kept[i ^ 4] + more[i ^ 8];
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
    out[get_global_id(0)] = s + t + kept[i];
}
