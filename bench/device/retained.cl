// SPDX-License-Identifier: GPL-3.0-or-later
// What L2 still holds when a launch runs again: each work-group reads a part of the buffer of its own, once
// (docs/model.md, sections 9.4 and 9.5).

__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
retained(__global const float4* restrict in, __global float* restrict out, uint share) {
    const uint first = get_group_id(0) * share;
    float sum = 0.0f;
    #pragma unroll 4
    for (uint at = get_local_id(0); at < share; at += 128) sum += in[first + at].x;
    out[get_global_id(0)] = sum;
}
