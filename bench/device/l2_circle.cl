// SPDX-License-Identifier: GPL-3.0-or-later
// What L2 finds again of data that all groups together read in a circle: `length` elements, `rounds` times.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
l2_circle(__global const float4* a, __global float* out, uint length, uint rounds) {
    const uint item = get_global_id(0);
    float4 sum = (float4)(0.0f);
    for (uint round = 0; round < rounds; ++round)
        for (uint i = item; i < length; i += (uint)get_global_size(0)) sum += a[i];
    out[item] = sum.x + sum.y + sum.z + sum.w;
}

// The same where each group reads rows of its own, one after another, each twice.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
rows_twice(__global const float4* a, __global float* out, uint length, uint rows) {
    float4 sum = (float4)(0.0f);
    for (uint row = get_group_id(0); row < rows; row += (uint)get_num_groups(0)) {
        __global const float4* own = a + row * length;
        for (uint i = get_local_id(0); i < length; i += 128) sum += own[i];
        for (uint i = get_local_id(0); i < length; i += 128) sum = fma(own[i], 0.5f, sum);
    }
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}
