// SPDX-License-Identifier: GPL-3.0-or-later
// The Coulomb potential of point charges on the n x n points of a planar grid, spacing apart, in the plane z =
// 0: the CP benchmark of Garg, section 7.2. An atom is (x, y, z, charge), and units are such that a charge's
// potential is charge / distance. No atom may lie on a grid point. Every work-item goes over all atoms.

#ifndef POINTS
#define POINTS 4
#endif

// A grid point a work-item: all of them read the same atom at the same time.
__kernel void coulomb_plain(__global const float4* atoms, __global float* potential, int n, int atomCount,
                            float spacing) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    const float x = spacing * column;
    const float y = spacing * row;
    float sum = 0.0f;
    for (int i = 0; i < atomCount; ++i) {
        const float4 atom = atoms[i];
        const float dx = x - atom.x;
        const float dy = y - atom.y;
        sum += atom.w * native_rsqrt(dx * dx + dy * dy + atom.z * atom.z);
    }
    potential[row * n + column] = sum;
}

// POINTS grid points of a row a work-item: an atom is read once for all of them, and what lies across the row
// is computed once. They are a group's width apart, so that neighbouring work-items still store to neighbouring
// places.
__kernel void coulomb_points(__global const float4* atoms, __global float* potential, int n, int atomCount,
                             float spacing) {
    const int width = get_local_size(0);
    const int column = get_group_id(0) * width * POINTS + get_local_id(0);
    const int row = get_global_id(1);
    const float x = spacing * column;
    const float y = spacing * row;
    const float step = spacing * width;
    float sum[POINTS];
    #pragma unroll
    for (int p = 0; p < POINTS; ++p) sum[p] = 0.0f;
    for (int i = 0; i < atomCount; ++i) {
        const float4 atom = atoms[i];
        const float dy = y - atom.y;
        const float across = dy * dy + atom.z * atom.z;
        #pragma unroll
        for (int p = 0; p < POINTS; ++p) {
            const float dx = x + p * step - atom.x;
            sum[p] += atom.w * native_rsqrt(dx * dx + across);
        }
    }
    #pragma unroll
    for (int p = 0; p < POINTS; ++p) potential[row * n + column + p * width] = sum[p];
}

#define WIDTH 16
#define HEIGHT 16

// A grid point a work-item; the group brings WIDTH * HEIGHT atoms at a time into local memory, one a work-item.
__kernel __attribute__((reqd_work_group_size(WIDTH, HEIGHT, 1))) void
coulomb_local(__global const float4* atoms, __global float* potential, int n, int atomCount, float spacing) {
    __local float4 fetched[WIDTH * HEIGHT];
    const int own = get_local_id(1) * WIDTH + get_local_id(0);
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    const float x = spacing * column;
    const float y = spacing * row;
    float sum = 0.0f;
    for (int first = 0; first < atomCount; first += WIDTH * HEIGHT) {
        const int count = min(WIDTH * HEIGHT, atomCount - first);
        if (own < count) fetched[own] = atoms[first + own];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < count; ++i) {
            const float4 atom = fetched[i];
            const float dx = x - atom.x;
            const float dy = y - atom.y;
            sum += atom.w * native_rsqrt(dx * dx + dy * dy + atom.z * atom.z);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    potential[row * n + column] = sum;
}
