// SPDX-License-Identifier: GPL-3.0-or-later
// Explicit steps of the heat equation in two and three dimensions.

// Two dimensions, an item per point, everything from global memory. The rim keeps its values.
__kernel void heat2d_plain(__global const float* now, __global float* next, int width, int height,
                           float rate) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int at = y * width + x;
    const float centre = now[at];
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        next[at] = centre;
        return;
    }
    const float around = now[at - 1] + now[at + 1] + now[at - width] + now[at + width];
    next[at] = centre + rate * (around - 4.0f * centre);
}

#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 8
#endif
#ifndef ROWS_EACH
#define ROWS_EACH 2
#endif
#define TILE_X (BLOCK_X + 2)
#define TILE_Y (BLOCK_Y * ROWS_EACH + 2)

// The same step by tiles with a halo of one point, ROWS_EACH points of a column an item.
__kernel __attribute__((reqd_work_group_size(BLOCK_X, BLOCK_Y, 1))) void
heat2d_tile(__global const float* now, __global float* next, int width, int height, float rate) {
    __local float tile[TILE_Y][TILE_X];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int left = (int)get_group_id(0) * BLOCK_X - 1;
    const int top = (int)get_group_id(1) * BLOCK_Y * ROWS_EACH - 1;

    for (int i = ly * BLOCK_X + lx; i < TILE_X * TILE_Y; i += BLOCK_X * BLOCK_Y) {
        const int ty = i / TILE_X;
        const int tx = i - ty * TILE_X;
        const int gx = clamp(left + tx, 0, width - 1);
        const int gy = clamp(top + ty, 0, height - 1);
        tile[ty][tx] = now[gy * width + gx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    #pragma unroll
    for (int r = 0; r < ROWS_EACH; ++r) {
        const int ty = ly + r * BLOCK_Y + 1;
        const int tx = lx + 1;
        const int gx = left + tx;
        const int gy = top + ty;
        const float centre = tile[ty][tx];
        float value = centre;
        if (gx > 0 && gy > 0 && gx < width - 1 && gy < height - 1)
            value += rate * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]
                             - 4.0f * centre);
        next[gy * width + gx] = value;
    }
}

#ifndef PLANES
#define PLANES 16
#endif
#ifndef USE_LOCAL
#define USE_LOCAL 1
#endif

// Three dimensions: an item walks PLANES planes upwards with the values below, here and above in registers.
// The neighbours in its plane come from a tile or from global memory. Outside lies what lies on the rim.
__kernel __attribute__((reqd_work_group_size(BLOCK_X, BLOCK_Y, 1))) void
heat3d_march(__global const float* now, __global float* next, int nx, int ny, int nz, float c0, float c1) {
#if USE_LOCAL
    __local float plane[BLOCK_Y + 2][BLOCK_X + 2];
    const int lx = get_local_id(0) + 1;
    const int ly = get_local_id(1) + 1;
#endif
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int first = (int)get_group_id(2) * PLANES;
    const int slab = nx * ny;
    const int west = max(x - 1, 0);
    const int east = min(x + 1, nx - 1);
    const int north = max(y - 1, 0);
    const int south = min(y + 1, ny - 1);
    const int here = y * nx + x;

    float below = now[max(first - 1, 0) * slab + here];
    float centre = now[first * slab + here];
    for (int z = first; z < first + PLANES; ++z) {
        const int base = z * slab;
        const float above = now[min(z + 1, nz - 1) * slab + here];
#if USE_LOCAL
        plane[ly][lx] = centre;
        if (lx == 1) plane[ly][0] = now[base + y * nx + west];
        if (lx == BLOCK_X) plane[ly][BLOCK_X + 1] = now[base + y * nx + east];
        if (ly == 1) plane[0][lx] = now[base + north * nx + x];
        if (ly == BLOCK_Y) plane[BLOCK_Y + 1][lx] = now[base + south * nx + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        const float sides = plane[ly][lx - 1] + plane[ly][lx + 1] + plane[ly - 1][lx] + plane[ly + 1][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
#else
        const float sides = now[base + y * nx + west] + now[base + y * nx + east] + now[base + north * nx + x]
                            + now[base + south * nx + x];
#endif
        next[base + here] = c0 * centre + c1 * (sides + below + above);
        below = centre;
        centre = above;
    }
}
