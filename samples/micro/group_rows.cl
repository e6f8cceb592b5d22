// SPDX-License-Identifier: GPL-3.0-or-later
// One and the same copy by work-groups of one row or of many: as many bytes and as many warps, but in the more places of
// DRAM that differ in their latency. A group, and a barrier, wait for the latest.

__kernel void group_rows(__global const float* in, __global float* out, uint n) {
    const uint at = get_global_id(1) * n + get_global_id(0);
    out[at] = in[at];
}
