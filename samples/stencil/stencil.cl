// SPDX-License-Identifier: GPL-3.0-or-later
// A five-point stencil, out of place: each of n x n results is a weighted sum of a point of u and its four
// neighbours. u has a rim around the n x n points, so that no work-item has to ask where it is. Weights -4 and
// 1 make it the finite difference of Stevens and Kloeckner, section 8.5; positive ones that add up to one
// (centre plus four neighbours) make it the weighted average of Garg, section 7.4.

// A point a work-item, without local memory: the caches have to find that neighbours read the same points.
__kernel void stencil_plain(__global const float* u, __global float* res, int n, float centre,
                            float neighbour) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    const int pitch = n + 2;
    __global const float* at = &u[(row + 1) * pitch + column + 1];
    const float around = at[-pitch] + at[-1] + at[1] + at[pitch];
    res[row * n + column] = centre * at[0] + neighbour * around;
}

#ifndef TILE
#define TILE 16
#endif

// A group fetches a tile of u into local memory, one point a work-item, and computes the results inside its
// rim. The other work-items, 4 * TILE - 4 of them, have no more to do. n is a multiple of TILE - 2.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
stencil_tile(__global const float* u, __global float* res, int n, float centre, float neighbour) {
    __local float tile[TILE][TILE];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int column = get_group_id(0) * (TILE - 2) + tx;
    const int row = get_group_id(1) * (TILE - 2) + ty;
    tile[ty][tx] = u[row * (n + 2) + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tx < TILE - 2 && ty < TILE - 2) {
        const float around = tile[ty][tx + 1] + tile[ty + 1][tx] + tile[ty + 1][tx + 2] + tile[ty + 2][tx + 1];
        res[row * n + column] = centre * tile[ty + 1][tx + 1] + neighbour * around;
    }
}

#ifndef ROWS
#define ROWS 4
#endif

// ROWS points of a column a work-item: of three points above one another, two stay in registers for the next
// row. n is a multiple of ROWS.
__kernel void stencil_column(__global const float* u, __global float* res, int n, float centre,
                             float neighbour) {
    const int column = get_global_id(0);
    const int firstRow = get_global_id(1) * ROWS;
    const int pitch = n + 2;
    __global const float* at = &u[(firstRow + 1) * pitch + column + 1];
    __global float* result = &res[firstRow * n + column];
    float above = at[-pitch];
    float here = at[0];
    #pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const float below = at[(row + 1) * pitch];
        const float around = above + at[row * pitch - 1] + at[row * pitch + 1] + below;
        result[row * n] = centre * here + neighbour * around;
        above = here;
        here = below;
    }
}

// The same with four neighbouring columns in a vector, so that most loads and all stores are of 16 bytes. They
// have to be aligned: the rim of u is four columns wide here, its rows have `pitch` = n + 8 floats. n is a
// multiple of 4.
__kernel void stencil_vector(__global const float4* u, __global float4* res, int n, int pitch, float centre,
                             float neighbour) {
    const int column = get_global_id(0);
    const int firstRow = get_global_id(1) * ROWS;
    const int vectorPitch = pitch / 4;
    __global const float4* at = &u[(firstRow + 1) * vectorPitch + column + 1];
    __global float4* result = &res[firstRow * (n / 4) + column];
    float4 above = at[-vectorPitch];
    float4 here = at[0];
    #pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        __global const float* points = (__global const float*)&at[row * vectorPitch];
        const float4 below = at[(row + 1) * vectorPitch];
        const float4 left = (float4)(points[-1], here.x, here.y, here.z);
        const float4 right = (float4)(here.y, here.z, here.w, points[4]);
        result[row * (n / 4)] = centre * here + neighbour * (above + left + right + below);
        above = here;
        here = below;
    }
}
