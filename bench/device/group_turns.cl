// SPDX-License-Identifier: GPL-3.0-or-later
// How soon a group takes the place of one that has ended: groups of little work, of several sizes, as many side by side
// as KEPT words of local memory allow. WHAT says what a group does between its start and its end.

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
group_turns(__global const float* in, __global float* out, uint steps, float a, float b) {
    __local float words[KEPT];
    const uint item = get_local_id(0);
    const uint number = get_global_id(0);
    float x = item;
#if WHAT == 0 // arithmetic, one operation after another
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) x = x * a + b;
    if (x == 3.0f) words[item] = x, out[number] = words[item ^ 1];
#elif WHAT == 1 // a word of global memory comes and goes
    words[item] = in[number];
    out[number] = words[item];
#elif WHAT == 2 // a tree in local memory
    words[item] = in[number];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = GROUP / 2; reach > 0; reach /= 2) {
        if (item < reach) words[item] += words[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) out[get_group_id(0)] = words[0];
#elif WHAT == 3 // barriers alone
    words[item] = x;
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) barrier(CLK_LOCAL_MEM_FENCE);
    if (words[item ^ 1] == -1.0f) out[number] = x;
#endif
}
