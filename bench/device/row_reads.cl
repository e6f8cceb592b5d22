// SPDX-License-Identifier: GPL-3.0-or-later
// What a load takes whose words lie in two lines, or in parts of several: rows of a group that begin SHIFT words into
// a line. All groups read the same few lines, which stay in L1 (docs/model.md, section 9.3).

__kernel __attribute__((reqd_work_group_size(ROW, 256 / ROW, 1))) void
row_reads(__global const float* in, __global float* out, uint steps) {
    const uint at = get_local_id(1) * 64 + get_local_id(0) + SHIFT;
    float x = 0, y = 0, z = 0, w = 0;
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
        const uint near = at + (k & 1) * 32;
        x += in[near];
        y += in[near + 2048];
        z += in[near + 4096];
        w += in[near + 6144];
    }
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = x + y + z + w;
}
