// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that several stores fill: each work-item writes COUNT elements of WIDTH floats (0: of two bytes) that lie together, one
// store each. `shift` keeps the compiler from seeing that they are aligned, and so from joining them itself. GAP is the number
// of multiply-adds between two stores.
#ifndef COUNT
#define COUNT 4
#endif
#ifndef WIDTH
#define WIDTH 1
#endif
#ifndef GAP
#define GAP 0
#endif
#if WIDTH == 0
typedef ushort Element;
#elif WIDTH == 1
typedef float Element;
#elif WIDTH == 2
typedef float2 Element;
#else
typedef float4 Element;
#endif

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
filled_lines(__global Element* out, uint chunks, uint steps, uint shift, float a) {
    const uint item = get_global_id(0);
    float value = item * a;
    for (uint step = 0; step < steps; ++step) {
        __global Element* own = out + ((item + step * (uint)get_global_size(0)) & (chunks - 1)) * COUNT + shift;
        #pragma unroll
        for (int k = 0; k < COUNT; ++k) {
            #pragma unroll
            for (int gap = 0; gap < GAP; ++gap) value = value * a + 1.0f;
            own[k] = (Element)(value + k);
        }
    }
}
