// SPDX-License-Identifier: GPL-3.0-or-later
// What the data path of L1 and shared memory takes for what comes from L2: two accesses to global memory a step
// beside LOCAL loads of local memory, each a pass. KIND 0: loads of the same lines again and again; 1: of
// others, all in L2; 2: stores.
#ifndef LOCAL
#define LOCAL 8
#endif
#ifndef KIND
#define KIND 1
#endif
#if VECTOR == 1
typedef float Element;
#define SUM(e) (e)
#else
typedef float4 Element;
#define SUM(e) ((e).x + (e).y + (e).z + (e).w)
#endif

// `places` is a power of two.
__kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void fills(__global Element* a, __global float* out,
                                                                      uint places, uint steps) {
    __local float own[1024 + 32 * LOCAL + 1];
    const uint item = get_local_id(0);
    for (uint i = item; i < 1024 + 32 * LOCAL + 1; i += 1024) own[i] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = get_global_id(0);
    float sum = 0.0f;
#pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
#if KIND == 2
        a[at & (places - 1)] = (Element)(sum);
        a[(at + places / 2) & (places - 1)] = (Element)(sum);
#else
        const Element one = a[at & (places - 1)], other = a[(at + places / 2) & (places - 1)];
#endif
#pragma unroll
        for (uint u = 0; u < LOCAL; ++u) sum += own[item + 32 * u + (k & 1)];
#if KIND != 2
        sum += SUM(one) + SUM(other);
#endif
#if KIND != 0
        at += get_global_size(0) + 7168;
#endif
    }
    out[get_global_id(0)] = sum;
}
