// SPDX-License-Identifier: GPL-3.0-or-later
// Short-range forces between atoms from lists of neighbours. An atom is (x, y, z, strength). The force is a soft
// Lennard-Jones one, shifted so that it ends at zero where it is cut off; distances are never below the core's.
//
// Macros: NEIGHBOURS is the length of fixed lists; ROW_MAJOR tells whether an atom's list lies together (1) or the
// lists' first entries, second entries and so on do (0).
#ifndef NEIGHBOURS
#define NEIGHBOURS 32
#endif
#ifndef ROW_MAJOR
#define ROW_MAJOR 0
#endif

#define CORE 0.25f
#define SIGMA_SQUARED 0.3f

// The force per distance at squared distance r2.
float shape(float r2) {
    const float inverse = 1.0f / r2;
    const float s2 = SIGMA_SQUARED * inverse;
    const float s6 = s2 * s2 * s2;
    return (2.0f * s6 * s6 - s6) * inverse;
}

// Adds the force that atom j has on atom i, if it is near enough.
float4 addForce(float4 force, float4 i, float4 j, float cutoff) {
    const float dx = i.x - j.x;
    const float dy = i.y - j.y;
    const float dz = i.z - j.z;
    const float r2 = dx * dx + dy * dy + dz * dz + CORE;
    if (r2 < cutoff) {
        const float strength = i.w * j.w * (shape(r2) - shape(cutoff));
        force.x += strength * dx;
        force.y += strength * dy;
        force.z += strength * dz;
        force.w += 1.0f / 1024 * strength * r2;
    }
    return force;
}

// Lists of fixed length, an atom a work-item.
__kernel void lj_fixed_lists(__global const float4* atoms, __global const int* neighbours, __global float4* forces,
                             int n, float cutoff) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 own = atoms[i];
    float4 force = (float4)(0.0f);
    for (int k = 0; k < NEIGHBOURS; ++k) {
#if ROW_MAJOR
        const int j = neighbours[i * NEIGHBOURS + k];
#else
        const int j = neighbours[k * n + i];
#endif
        force = addForce(force, own, atoms[j], cutoff);
    }
    forces[i] = force;
}

// Lists of varying length one after the other; `starts` has n + 1 entries.
__kernel void lj_row_lists(__global const float4* atoms, __global const int* starts, __global const int* neighbours,
                           __global float4* forces, int n, float cutoff) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 own = atoms[i];
    float4 force = (float4)(0.0f);
    const int end = starts[i + 1];
    for (int k = starts[i]; k < end; ++k) // warpstring: neighbours
        force = addForce(force, own, atoms[neighbours[k]], cutoff);
    forces[i] = force;
}

#ifndef LANES
#define LANES 8
#endif
#ifndef ROWS
#define ROWS 16
#endif

// The same lists, each shared by LANES neighbouring work-items that add up their parts in local memory.
__kernel __attribute__((reqd_work_group_size(LANES, ROWS, 1))) void
lj_row_lists_shared(__global const float4* atoms, __global const int* starts, __global const int* neighbours,
                    __global float4* forces, int n, float cutoff) {
    __local float4 parts[ROWS][LANES];
    const int lane = get_local_id(0);
    const int row = get_local_id(1);
    const int i = get_global_id(1);
    float4 force = (float4)(0.0f);
    if (i < n) {
        const float4 own = atoms[i];
        const int end = starts[i + 1];
        for (int k = starts[i] + lane; k < end; k += LANES) // warpstring: shared neighbours
            force = addForce(force, own, atoms[neighbours[k]], cutoff);
    }
    parts[row][lane] = force;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int halfLanes = LANES / 2; halfLanes > 0; halfLanes /= 2) {
        if (lane < halfLanes) parts[row][lane] += parts[row][lane + halfLanes];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && i < n) forces[i] = parts[row][0];
}
