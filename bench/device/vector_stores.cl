// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of eight floats, PER of them a work-item, as far apart as there are work-items: stored whole (FORM = 0), by
// halves, each vector's behind each other (1), or all first halves before all second ones (2). READ: copied, or made of
// numbers.
__kernel void vector_stores(__global const float8* in, __global float8* out, float factor) {
    const uint i = get_global_id(0), step = get_global_size(0);
    float8 values[PER];
    for (uint k = 0; k < PER; ++k)
#if READ
        values[k] = factor * in[i + k * step];
#else
        values[k] = factor * (float)(i + k) + (float8)(0.f, 1.f, 2.f, 3.f, 4.f, 5.f, 6.f, 7.f);
#endif
#if FORM == 0
    for (uint k = 0; k < PER; ++k) out[i + k * step] = values[k];
#else
    __global float4* halves = (__global float4*)out;
#if FORM == 1
    for (uint k = 0; k < PER; ++k) {
        halves[2 * (i + k * step)] = values[k].lo;
        halves[2 * (i + k * step) + 1] = values[k].hi;
    }
#else
    for (uint k = 0; k < PER; ++k) halves[2 * (i + k * step)] = values[k].lo;
    for (uint k = 0; k < PER; ++k) halves[2 * (i + k * step) + 1] = values[k].hi;
#endif
#endif
}
