// SPDX-License-Identifier: GPL-3.0-or-later
// A division of each element, launched with work-groups from one work-item to the largest: what lanes that stay
// empty and groups too small to fill a multiprocessor cost. Poeppl 2014, section 5.3.

__kernel void work_group(__global const float* in, __global float* out, float divisor) {
    const uint x = get_global_id(0);
    out[x] = in[x] / divisor;
}
