// SPDX-License-Identifier: GPL-3.0-or-later
// What L2 and the way to it take for loads, for stores and for both at once, all in what L2 holds: warps walk blocks of
// their own, LOAD and STORE elements lie between neighbouring lanes (0: none), an element has WIDE floats.
#ifndef LOAD
#define LOAD 1
#endif
#ifndef STORE
#define STORE 1
#endif
#ifndef WIDE
#define WIDE 1
#endif
#if WIDE == 1
typedef float Element;
#elif WIDE == 2
typedef float2 Element;
#else
typedef float4 Element;
#endif

// `places`, of elements, is a power of two; a block is what a warp touches at a step.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
l2_ways(__global const Element* a, __global Element* b, __global float* out, uint places, uint steps) {
    const uint warp = get_global_id(0) / 32, warps = get_global_size(0) / 32, lane = get_local_id(0) % 32;
    Element sum = (Element)(0.0f);
    for (uint k = 0; k < steps; ++k) {
        const uint block = k * warps + warp;
#if LOAD
        sum += a[(block * 32 * LOAD + lane * LOAD) & (places - 1)];
#endif
#if STORE
        b[(block * 32 * STORE + lane * STORE) & (places - 1)] = (Element)((float)k);
#endif
    }
#if WIDE == 1
    out[get_global_id(0)] = sum;
#elif WIDE == 2
    out[get_global_id(0)] = sum.x + sum.y;
#else
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
#endif
}
