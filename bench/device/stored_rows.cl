// SPDX-License-Identifier: GPL-3.0-or-later
// Whether L1 has what a work-item has stored: rows are written, then read. WIDE: floats of an access. TOGETHER: lanes
// write neighbouring elements, whole sectors at once; else each walks a row of its own.
#ifndef WIDE
#define WIDE 1
#endif
#ifndef TOGETHER
#define TOGETHER 0
#endif
#if WIDE == 1
typedef float Element;
#define SUM(e) (e)
#else
typedef float4 Element;
#define SUM(e) ((e).x + (e).y + (e).z + (e).w)
#endif

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
stored_rows(__global Element* a, __global float* out, uint length) {
#if TOGETHER
    const uint first = get_group_id(0) * 64 * length + get_local_id(0), step = 64;
#else
    const uint first = get_global_id(0) * length, step = 1;
#endif
#pragma unroll 1
    for (uint k = 0; k < length; ++k) a[first + k * step] = (Element)((float)k);
    float sum = 0.0f;
#pragma unroll 1
    for (uint k = 0; k < length; ++k) sum += SUM(a[first + k * step]);
    out[get_global_id(0)] = sum;
}
