// SPDX-License-Identifier: GPL-3.0-or-later
// Finite differences in three dimensions, out of place. `in` has nz + 2 R planes of ny + 2 R rows of nx + 2 R points
// (R = 1 for the star of 7 points, 4 for the one of 25), `out` has nx x ny x nz. Rows are nx + 2 R points apart.
#ifndef WG_X
#define WG_X 32
#endif
#ifndef WG_Y
#define WG_Y 8
#endif
#ifndef PLANES
#define PLANES 32
#endif

// Star of 7 points, a point an item.
__kernel void star7_point_per_item(__global const float* in, __global float* out, int nx, int ny, int nz,
                                   float centre, float neighbour) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz) return;
    const int row = nx + 2;
    const int plane = row * (ny + 2);
    const int at = (z + 1) * plane + (y + 1) * row + x + 1;
    const float around = in[at - 1] + in[at + 1] + in[at - row] + in[at + row] + in[at - plane] + in[at + plane];
    out[((size_t)z * ny + y) * nx + x] = centre * in[at] + neighbour * around;
}

// Star of 7 points, a column of PLANES points an item: of three points above one another two stay in registers; the
// caches serve the neighbours beside. Dimensions: nx, ny, nz / PLANES.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
star7_queue(__global const float* in, __global float* out, int nx, int ny, int nz, float centre, float neighbour) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int first = get_group_id(2) * PLANES;
    if (x >= nx || y >= ny) return;
    const int row = nx + 2;
    const int plane = row * (ny + 2);
    int at = (first + 1) * plane + (y + 1) * row + x + 1;
    float below = in[at - plane];
    float here = in[at];
    const int last = min(first + PLANES, nz);
    for (int z = first; z < last; ++z) {
        const float above = in[at + plane];
        const float around = in[at - 1] + in[at + 1] + in[at - row] + in[at + row] + below + above;
        out[((size_t)z * ny + y) * nx + x] = centre * here + neighbour * around;
        below = here;
        here = above;
        at += plane;
    }
}

// The same with the plane of the moment in local memory. nx and ny are multiples of WG_X and WG_Y.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
star7_queue_tile(__global const float* in, __global float* out, int nx, int ny, int nz, float centre,
                 float neighbour) {
    __local float tile[WG_Y + 2][WG_X + 2];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int tx = get_local_id(0) + 1;
    const int ty = get_local_id(1) + 1;
    const int first = get_group_id(2) * PLANES;
    const int row = nx + 2;
    const int plane = row * (ny + 2);
    int at = (first + 1) * plane + (y + 1) * row + x + 1;
    float below = in[at - plane];
    float here = in[at];
    const int last = min(first + PLANES, nz);
    for (int z = first; z < last; ++z) {
        const float above = in[at + plane];
        tile[ty][tx] = here;
        if (tx == 1) tile[ty][0] = in[at - 1];
        if (tx == WG_X) tile[ty][WG_X + 1] = in[at + 1];
        if (ty == 1) tile[0][tx] = in[at - row];
        if (ty == WG_Y) tile[WG_Y + 1][tx] = in[at + row];
        barrier(CLK_LOCAL_MEM_FENCE);
        const float around = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] + below + above;
        out[((size_t)z * ny + y) * nx + x] = centre * here + neighbour * around;
        barrier(CLK_LOCAL_MEM_FENCE);
        below = here;
        here = above;
        at += plane;
    }
}

// Star of 25 points, four on each side along each axis with one weight for each distance, as waves are simulated with:
// nine points of the column in registers, the plane of the moment and a rim of four in local memory.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
star25_queue_tile(__global const float* in, __constant float* weights, __global float* out, int nx, int ny, int nz) {
    __local float tile[WG_Y + 8][WG_X + 8];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int first = get_group_id(2) * PLANES;
    const int row = nx + 8;
    const int plane = row * (ny + 8);
    const int corner = (int)get_group_id(1) * WG_Y * row + (int)get_group_id(0) * WG_X;

    float queue[9];
    int ahead = first * plane + (y + 4) * row + x + 4;
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
        queue[k] = in[ahead];
        ahead += plane;
    }
    const int last = min(first + PLANES, nz);
    for (int z = first; z < last; ++z) {
        queue[8] = in[ahead];
        ahead += plane;
        for (int j = ty; j < WG_Y + 8; j += WG_Y)
            for (int i = tx; i < WG_X + 8; i += WG_X) tile[j][i] = in[(z + 4) * plane + corner + j * row + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = weights[0] * queue[4];
        #pragma unroll
        for (int k = 1; k <= 4; ++k)
            sum = mad(weights[k],
                      queue[4 - k] + queue[4 + k] + tile[ty + 4][tx + 4 - k] + tile[ty + 4][tx + 4 + k] +
                          tile[ty + 4 - k][tx + 4] + tile[ty + 4 + k][tx + 4],
                      sum);
        out[((size_t)z * ny + y) * nx + x] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int k = 0; k < 8; ++k) queue[k] = queue[k + 1];
    }
}

// The same without local memory: 16 loads of the plane a point.
__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1))) void
star25_queue_cached(__global const float* in, __constant float* weights, __global float* out, int nx, int ny,
                    int nz) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int first = get_group_id(2) * PLANES;
    if (x >= nx || y >= ny) return;
    const int row = nx + 8;
    const int plane = row * (ny + 8);
    float queue[9];
    int at = first * plane + (y + 4) * row + x + 4;
    #pragma unroll
    for (int k = 0; k < 8; ++k) queue[k] = in[at + k * plane];
    at += 4 * plane;
    const int last = min(first + PLANES, nz);
    for (int z = first; z < last; ++z) {
        queue[8] = in[at + 4 * plane];
        float sum = weights[0] * queue[4];
        #pragma unroll
        for (int k = 1; k <= 4; ++k)
            sum = mad(weights[k],
                      queue[4 - k] + queue[4 + k] + in[at - k] + in[at + k] + in[at - k * row] + in[at + k * row],
                      sum);
        out[((size_t)z * ny + y) * nx + x] = sum;
        #pragma unroll
        for (int k = 0; k < 8; ++k) queue[k] = queue[k + 1];
        at += plane;
    }
}
