// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms of gradients for the leaves of boosted trees: four features of a byte lie in a word, a group
// works on one such word of a share of the leaf's rows. Sums are in fixed point in local memory.

#define FEATURES 4

// INDEXED: the leaf's rows by a list, else all rows. COPIES histograms a group, banks apart by one feature.
// Groups of dimension 1 are the words of features; each group leaves its own part for a later sum.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
leaf_histogram(__global const uchar4* bins, __global const uint* list, __global const float2* gradients,
               __global float2* parts, uint rows, uint total, float scale) {
    __local int sums[COPIES * BINS * FEATURES * 2];
    const uint item = get_local_id(0);
    const uint word = get_group_id(1);
    const uint shares = get_num_groups(0);
    const uint share = get_group_id(0);
    for (uint i = item; i < COPIES * BINS * FEATURES * 2; i += WG_SIZE) sums[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    __local int* own = sums + (item % COPIES) * (BINS * FEATURES * 2);
    const uint turn = item & 3u;
    __global const uchar4* column = bins + (size_t)word * total;
    for (uint i = share * WG_SIZE + item; i < rows; i += shares * WG_SIZE) {
#if INDEXED
        const uint row = list[i];
#else
        const uint row = i;
#endif
        const uint packed = as_uint(column[row]);
        const float2 g = gradients[row];
        const int gradient = convert_int_rte(g.x * scale);
        const int hessian = convert_int_rte(g.y * scale);
#pragma unroll
        for (uint k = 0; k < FEATURES; ++k) {
            const uint feature = (k + turn) & 3u;
            const uint bin = (packed >> (8u * feature)) & (BINS - 1u);
            atomic_add(own + (bin * FEATURES + feature) * 2u, gradient);
            atomic_add(own + (bin * FEATURES + feature) * 2u + 1u, hessian);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    __global float2* part = parts + ((size_t)word * shares + share) * (BINS * FEATURES);
    const float back = 1.0f / scale;
    for (uint i = item; i < BINS * FEATURES; i += WG_SIZE) {
        int2 sum = (int2)(0);
#pragma unroll
        for (int c = 0; c < COPIES; ++c)
            sum += (int2)(sums[c * (BINS * FEATURES * 2) + 2u * i],
                          sums[c * (BINS * FEATURES * 2) + 2u * i + 1u]);
        part[i] = convert_float2(sum) * back;
    }
}
