// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of n integers: work-items add up vectors, groups add up work-items, and an atomic adds up groups.
#if VECTOR == 1
typedef int Part;
#define TOTAL(v) (v)
#elif VECTOR == 2
typedef int2 Part;
#define TOTAL(v) ((v).x + (v).y)
#else
typedef int4 Part;
#define TOTAL(v) ((v).x + (v).y + (v).z + (v).w)
#endif

kernel void reduction(global const int* restrict values, global int* restrict sum, int n) {
    local int parts[SIZE];
    global const Part* vectors = (global const Part*)values;
    const int thread = get_local_id(0);
    const int count = n / VECTOR;
#if ORDER == 0
    // The whole range steps through the vectors together.
    const int first = get_global_id(0), step = SIZE * GROUPS, end = count;
#elif ORDER == 1
    // Each group has a stretch of them.
    const int first = get_group_id(0) * (count / GROUPS) + thread, step = SIZE;
    const int end = (get_group_id(0) + 1) * (count / GROUPS);
#else
    // Each work-item has a stretch of them.
    const int first = get_global_id(0) * (count / (SIZE * GROUPS)), step = 1;
    const int end = first + count / (SIZE * GROUPS);
#endif
    int total = 0;
#pragma unroll UNROLL
    for (int i = first; i < end; i += step) total += TOTAL(vectors[i]);
    parts[thread] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
#if TREE == 0
    for (int width = 1; width < SIZE; width *= 2) {
        if (thread % (2 * width) == 0) parts[thread] += parts[thread + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#elif TREE == 1
    for (int width = SIZE / 2; width > 0; width /= 2) {
        if (thread < width) parts[thread] += parts[thread + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
    if (thread == 0)
        for (int i = 1; i < SIZE; ++i) parts[0] += parts[i];
#endif
    if (thread == 0) atomic_add(sum, parts[0]);
}

kernel void reduction_plain(global const int* restrict values, global int* restrict sum, int n) {
    int total = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) total += values[i];
    atomic_add(sum, total);
}
