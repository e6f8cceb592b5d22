// SPDX-License-Identifier: GPL-3.0-or-later
// Forces between particles: lists of neighbours, cells of space, and all pairs by tiles.

// Lennard-Jones forces from lists of neighbours, entry j of all particles together; what lies beyond the
// cutoff is passed over.
__kernel void lj_neighbours(__global const float4* position, __global float4* force,
                            __global const int* neighbours, int particles, int listed, float cutoff2,
                            float lj1, float lj2) {
    const int i = get_global_id(0);
    if (i >= particles) return;
    const float4 mine = position[i];
    float4 sum = (float4)(0.0f);
    for (int j = 0; j < listed; ++j) {
        const float4 other = position[neighbours[j * particles + i]];
        const float dx = mine.x - other.x;
        const float dy = mine.y - other.y;
        const float dz = mine.z - other.z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
        if (r2 < cutoff2) {
            const float inv2 = 1.0f / r2;
            const float inv6 = inv2 * inv2 * inv2;
            const float f = inv2 * inv6 * (lj1 * inv6 - lj2);
            sum.x += dx * f;
            sum.y += dy * f;
            sum.z += dz * f;
        }
    }
    force[i] = sum;
}

#ifndef PER_CELL
#define PER_CELL 100
#endif
#ifndef CELL_ITEMS
#define CELL_ITEMS 128
#endif
#ifndef AROUND
#define AROUND 27
#endif

// A group computes the particles of one cell: those of the cells around come into local memory one cell
// after the other. Potentials fall with an exponential of the squared distance; w of a position is half its
// square.
__kernel __attribute__((reqd_work_group_size(CELL_ITEMS, 1, 1))) void
cell_forces(__global const float4* position, __global const float* charge, __global const int* cells_around,
            __global float4* force, float alpha2) {
    __local float4 own[PER_CELL];
    __local float4 other[PER_CELL];
    __local float weight[PER_CELL];
    const int cell = get_group_id(0);
    const int t = get_local_id(0);
    const int first = cell * PER_CELL;
    for (int i = t; i < PER_CELL; i += CELL_ITEMS) own[i] = position[first + i];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < AROUND; ++k) {
        const int from = cells_around[cell * AROUND + k] * PER_CELL;
        for (int i = t; i < PER_CELL; i += CELL_ITEMS) {
            other[i] = position[from + i];
            weight[i] = charge[from + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = t; i < PER_CELL; i += CELL_ITEMS) {
            const float4 a = own[i];
            float4 sum = k == 0 ? (float4)(0.0f) : force[first + i];
            for (int j = 0; j < PER_CELL; ++j) {
                const float4 b = other[j];
                const float r2 = a.w + b.w - (a.x * b.x + a.y * b.y + a.z * b.z);
                const float v = exp(-alpha2 * r2);
                const float s = 2.0f * v * weight[j];
                sum.x += s * (a.x - b.x);
                sum.y += s * (a.y - b.y);
                sum.z += s * (a.z - b.z);
                sum.w += weight[j] * v;
            }
            force[first + i] = sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef EACH
#define EACH 1
#endif

// Gravity between all pairs, EACH bodies an item, the others by tiles of a group's size. A leapfrog step
// follows.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
nbody_step(__global const float4* position, __global float4* velocity, __global float4* moved, int bodies,
           float softening, float dt) {
    __local float4 tile[WG_SIZE];
    const int t = get_local_id(0);
    const int first = (int)get_group_id(0) * WG_SIZE * EACH + t;
    float4 mine[EACH];
    float3 pull[EACH];
    #pragma unroll
    for (int e = 0; e < EACH; ++e) {
        mine[e] = position[first + e * WG_SIZE];
        pull[e] = (float3)(0.0f);
    }
    for (int base = 0; base < bodies; base += WG_SIZE) {
        tile[t] = position[base + t];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 8
        for (int j = 0; j < WG_SIZE; ++j) {
            const float4 body = tile[j];
            #pragma unroll
            for (int e = 0; e < EACH; ++e) {
                const float3 d = body.xyz - mine[e].xyz;
                const float inverse = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening);
                pull[e] += d * (body.w * inverse * inverse * inverse);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int e = 0; e < EACH; ++e) {
        const int at = first + e * WG_SIZE;
        float4 v = velocity[at];
        v.xyz += pull[e] * dt;
        mine[e].xyz += v.xyz * dt;
        velocity[at] = v;
        moved[at] = mine[e];
    }
}
