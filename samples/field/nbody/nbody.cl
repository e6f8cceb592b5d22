// SPDX-License-Identifier: GPL-3.0-or-later
// Gravity of all pairs of n bodies by direct sums. A body is (x, y, z, mass), a result (acceleration, potential). The
// distance is softened, so that a body's own term is harmless: no acceleration and a constant potential.
//
// Macros: TILE is the number of work-items of a group and of bodies in a tile, BODIES how many bodies a work-item
// accelerates, UNROLL how often the loop over a tile is unrolled, SPLIT into how many parts the sum is split.
#ifndef TILE
#define TILE 128
#endif
#ifndef BODIES
#define BODIES 1
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef SPLIT
#define SPLIT 4
#endif

// What `source` adds to a body at `target`: the acceleration in x, y, z and the potential in w.
float4 pull(float4 sum, float4 target, float4 source, float softening) {
    const float dx = source.x - target.x;
    const float dy = source.y - target.y;
    const float dz = source.z - target.z;
    const float inverse = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, softening))));
    const float potential = source.w * inverse;
    const float strength = potential * inverse * inverse;
    sum.x = fma(strength, dx, sum.x);
    sum.y = fma(strength, dy, sum.y);
    sum.z = fma(strength, dz, sum.z);
    sum.w -= potential;
    return sum;
}

// A body a work-item; all work-items read the same source at the same time, from global memory.
__kernel void nbody_plain(__global const float4* bodies, __global float4* accelerations, int n, float softening) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 own = bodies[i];
    float4 sum = (float4)(0.0f);
    #pragma unroll UNROLL
    for (int j = 0; j < n; ++j) sum = pull(sum, own, bodies[j], softening);
    accelerations[i] = sum;
}

// The group brings TILE sources at a time into local memory, and each work-item uses a source for BODIES bodies, which
// lie a group's width apart. Missing sources have no mass.
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
nbody_tiled(__global const float4* bodies, __global float4* accelerations, int n, float softening) {
    __local float4 tile[TILE];
    const int item = get_local_id(0);
    const int first = get_group_id(0) * TILE * BODIES + item;
    float4 own[BODIES];
    float4 sum[BODIES];
    #pragma unroll
    for (int b = 0; b < BODIES; ++b) {
        own[b] = bodies[min(first + b * TILE, n - 1)];
        sum[b] = (float4)(0.0f);
    }
    for (int start = 0; start < n; start += TILE) {
        tile[item] = start + item < n ? bodies[start + item] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll UNROLL
        for (int j = 0; j < TILE; ++j) {
            const float4 source = tile[j];
            #pragma unroll
            for (int b = 0; b < BODIES; ++b) sum[b] = pull(sum[b], own[b], source, softening);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int b = 0; b < BODIES; ++b)
        if (first + b * TILE < n) accelerations[first + b * TILE] = sum[b];
}

// For few bodies: SPLIT rows of TILE work-items share TILE bodies, each row adds every SPLIT-th source, and the first
// row adds up what the rows have.
__kernel __attribute__((reqd_work_group_size(TILE, SPLIT, 1))) void
nbody_split(__global const float4* bodies, __global float4* accelerations, int n, float softening) {
    __local float4 partial[SPLIT][TILE];
    const int item = get_local_id(0);
    const int part = get_local_id(1);
    const int i = get_global_id(0);
    const float4 own = bodies[min(i, n - 1)];
    float4 sum = (float4)(0.0f);
    for (int j = part; j < n; j += SPLIT) sum = pull(sum, own, bodies[j], softening);
    partial[part][item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part != 0 || i >= n) return;
    for (int p = 1; p < SPLIT; ++p) sum += partial[p][item];
    accelerations[i] = sum;
}
