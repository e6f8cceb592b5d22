// SPDX-License-Identifier: GPL-3.0-or-later
// Barriers alone, and between accesses to local memory, in groups of several sizes: what a barrier takes by the warps of
// its group and by the groups beside it.

__kernel void barriers_alone(__global float* out, int rounds)
{
    __local float kept[KEPT];
    const int i = get_local_id(0);
    kept[i] = i;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = kept[i];
}

__kernel void barriers_between(__global float* out, int rounds)
{
    __local float kept[KEPT];
    const int i = get_local_id(0), n = get_local_size(0);
    float s = i;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        kept[i] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += kept[n - 1 - i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = s;
}
