// SPDX-License-Identifier: GPL-3.0-or-later
// Data that several work-groups read at about the same time: `SHARING` neighbouring groups read the same
// kilobytes. Does DRAM read them once?
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
l2_shared(__global const float4* in, __global float* out) {
    const uint place = (uint)get_group_id(0) / SHARING * 1024 + get_local_id(0);
    float4 sum = (float4)(0.0f);
    for (uint i = 0; i < 4; ++i) sum += in[place + i * 256];
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}
