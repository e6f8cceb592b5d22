// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of a table in an order that another buffer tells, the table seen as an image over a buffer.

__kernel void buffer_gather(read_only image1d_buffer_t table, __global const int* index, __global float4* out) {
    const int i = get_global_id(0);
    out[i] = read_imagef(table, index[i]);
}
