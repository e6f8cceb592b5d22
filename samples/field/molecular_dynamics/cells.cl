// SPDX-License-Identifier: GPL-3.0-or-later
// Short-range forces with cell lists: space is a periodic cube of side^3 cells, each as wide as the cutoff (1), and
// an atom meets those of its own cell and of the 26 around it. An atom is (x, y, z, strength), places counted from its
// cell's corner; cell c has the atoms from starts[c] to starts[c + 1] - 1. A group works on a cell.
//
// Macro: SIZE is the local size.
#ifndef SIZE
#define SIZE 64
#endif

#define CORE 0.25f

// The force of an atom `other`, whose cell lies `shift` cells away, on `own`: repulsive, zero from distance 1 on.
float4 repel(float4 force, float4 own, float4 other, float4 shift) {
    const float dx = own.x - other.x - shift.x;
    const float dy = own.y - other.y - shift.y;
    const float dz = own.z - other.z - shift.z;
    const float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 < 1.0f) {
        const float strength = own.w * other.w * (native_recip(r2 + CORE) - 1.0f / (1.0f + CORE));
        force.x += strength * dx;
        force.y += strength * dy;
        force.z += strength * dz;
        force.w += strength;
    }
    return force;
}

// The cell that lies (dx, dy, dz) from cell (x, y, z), around the edges.
int neighbourCell(int x, int y, int z, int dx, int dy, int dz, int side) {
    const int nx = (x + dx + side) % side;
    const int ny = (y + dy + side) % side;
    const int nz = (z + dz + side) % side;
    return (nz * side + ny) * side + nx;
}

// Every work-item reads the other atoms from global memory.
__kernel void cell_forces_direct(__global const float4* atoms, __global const int* starts, __global float4* forces,
                                 int side) {
    const int cell = get_group_id(0);
    const int x = cell % side;
    const int y = cell / side % side;
    const int z = cell / (side * side);
    const int end = starts[cell + 1];
    for (int i = starts[cell] + (int)get_local_id(0); i < end; i += get_local_size(0)) { // warpstring: own atoms
        const float4 own = atoms[i];
        float4 force = (float4)(0.0f);
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int other = neighbourCell(x, y, z, dx, dy, dz, side);
                    const float4 shift = (float4)(dx, dy, dz, 0.0f);
                    const int last = starts[other + 1];
                    for (int j = starts[other]; j < last; ++j) // warpstring: other atoms
                        force = repel(force, own, atoms[j], shift);
                }
        forces[i] = force;
    }
}

// The group brings the other atoms into local memory, SIZE at a time. Cells have at most SIZE atoms here, so that each
// work-item has one or none.
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
cell_forces_local(__global const float4* atoms, __global const int* starts, __global float4* forces, int side) {
    __local float4 others[SIZE];
    const int cell = get_group_id(0);
    const int item = get_local_id(0);
    const int x = cell % side;
    const int y = cell / side % side;
    const int z = cell / (side * side);
    const int i = starts[cell] + item;
    const bool active = i < starts[cell + 1];
    const float4 own = active ? atoms[i] : (float4)(0.0f);
    float4 force = (float4)(0.0f);
    for (int k = 0; k < 27; ++k) {
        const int dx = k % 3 - 1;
        const int dy = k / 3 % 3 - 1;
        const int dz = k / 9 - 1;
        const int other = neighbourCell(x, y, z, dx, dy, dz, side);
        const int first = starts[other];
        const int count = starts[other + 1] - first;
        if (item < count) others[item] = atoms[first + item];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (active) {
            const float4 shift = (float4)(dx, dy, dz, 0.0f);
            for (int j = 0; j < count; ++j) // warpstring: local atoms
                force = repel(force, own, others[j], shift);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (active) forces[i] = force;
}
