// SPDX-License-Identifier: GPL-3.0-or-later
// More values than a work-item of a large group has registers for: KEPT of them idle through a loop, SUMS in it.

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void kept_values(__global const float* restrict values,
                                                                             __global float* restrict results,
                                                                             const int trips) {
    const int item = get_global_id(0), items = get_global_size(0);
    float kept[KEPT], sums[SUMS];
#pragma unroll
    for (int k = 0; k < KEPT; ++k) kept[k] = values[k * items + item];
#pragma unroll
    for (int s = 0; s < SUMS; ++s) sums[s] = values[s * items + item] + 1.0f;
    float factor = kept[0];
    for (int trip = 0; trip < trips; ++trip) {
        factor = factor * 0.5f + 0.25f;
#pragma unroll
        for (int s = 0; s < SUMS; ++s) sums[s] = fma(sums[s], factor, sums[(s + 1) % SUMS]);
    }
    float result = 0.0f;
#pragma unroll
    for (int s = 0; s < SUMS; ++s) result += sums[s] * kept[s % KEPT];
#pragma unroll
    for (int k = 0; k < KEPT; ++k) result = fma(kept[k], result, kept[k]);
    results[item] = result;
}
