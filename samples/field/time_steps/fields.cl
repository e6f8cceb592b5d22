// SPDX-License-Identifier: GPL-3.0-or-later
// Equations of heat, waves and advection on a width x height grid, zero outside.
//
// Macros: TILE_X and TILE_Y are the local size; STEPS the time steps of a launch; ROWS how many rows a work-item
// sweeps; BRANCHES whether the wind's sign chooses a branch (1) or a value (0).
#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 8
#endif
#ifndef STEPS
#define STEPS 2
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef BRANCHES
#define BRANCHES 0
#endif

#define AREA_X (TILE_X + 2 * STEPS)
#define AREA_Y (TILE_Y + 2 * STEPS)

// STEPS steps of heat conduction in local memory: the group reads its tile and STEPS cells around it, of which every
// step leaves one ring less that is right.
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1))) void
heat_steps_local(__global const float* heat, __global float* later, int width, int height, float rate) {
    __local float area[2][AREA_Y][AREA_X];
    const int left = (int)get_group_id(0) * TILE_X - STEPS;
    const int top = (int)get_group_id(1) * TILE_Y - STEPS;
    for (int y = get_local_id(1); y < AREA_Y; y += TILE_Y)
        for (int x = get_local_id(0); x < AREA_X; x += TILE_X) {
            const bool inside = left + x >= 0 && left + x < width && top + y >= 0 && top + y < height;
            area[0][y][x] = inside ? heat[(top + y) * width + left + x] : 0.0f;
        }
    int now = 0;
    for (int step = 1; step <= STEPS; ++step) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int y = (int)get_local_id(1) + step; y < AREA_Y - step; y += TILE_Y)
            for (int x = (int)get_local_id(0) + step; x < AREA_X - step; x += TILE_X) {
                const bool inside = left + x >= 0 && left + x < width && top + y >= 0 && top + y < height;
                const float middle = area[now][y][x];
                const float around = area[now][y - 1][x] + area[now][y + 1][x] + area[now][y][x - 1] +
                                     area[now][y][x + 1];
                area[1 - now][y][x] = inside ? middle + rate * (around - 4.0f * middle) : 0.0f;
            }
        now = 1 - now;
    }
    // Others may have written the cell that a work-item stores.
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < width && y < height) later[y * width + x] = area[now][get_local_id(1) + STEPS][get_local_id(0) + STEPS];
}

// A step of the wave equation of fourth order in space; a work-item goes down ROWS rows of a column and keeps five
// of its cells in registers.
__kernel void wave_step_columns(__global const float* wave, __global const float* before, __global float* next,
                                int width, int height, float rate) {
    const int x = get_global_id(0);
    const int first = get_global_id(1) * ROWS;
    if (x >= width) return;
    float column[5];
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int y = first + k - 2;
        column[k] = y >= 0 && y < height ? wave[y * width + x] : 0.0f;
    }
    const int end = min(first + ROWS, height);
    for (int y = first; y < end; ++y) {
        column[4] = y + 2 < height ? wave[(y + 2) * width + x] : 0.0f;
        const int row = y * width;
        const float near = (x > 0 ? wave[row + x - 1] : 0.0f) + (x + 1 < width ? wave[row + x + 1] : 0.0f);
        const float far = (x > 1 ? wave[row + x - 2] : 0.0f) + (x + 2 < width ? wave[row + x + 2] : 0.0f);
        const float bend = 1.3333333f * (near + column[1] + column[3]) -
                           0.083333333f * (far + column[0] + column[4]) - 5.0f * column[2];
        next[row + x] = 2.0f * column[2] - before[row + x] + rate * bend;
        #pragma unroll
        for (int k = 0; k < 4; ++k) column[k] = column[k + 1];
    }
}

// A step of advection: what is carried comes from where the wind blows from, so the wind's sign chooses the neighbour.
__kernel void advection_upwind(__global const float* carried, __global const float2* wind, __global float* later,
                               int width, int height, float interval) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int place = y * width + x;
    const float2 speed = wind[place];
    const float own = carried[place];
    float across, along;
#if BRANCHES
    if (speed.x > 0.0f)
        across = own - (x > 0 ? carried[place - 1] : 0.0f);
    else
        across = (x + 1 < width ? carried[place + 1] : 0.0f) - own;
    if (speed.y > 0.0f)
        along = own - (y > 0 ? carried[place - width] : 0.0f);
    else
        along = (y + 1 < height ? carried[place + width] : 0.0f) - own;
#else
    const float west = x > 0 ? carried[place - 1] : 0.0f;
    const float east = x + 1 < width ? carried[place + 1] : 0.0f;
    const float north = y > 0 ? carried[place - width] : 0.0f;
    const float south = y + 1 < height ? carried[place + width] : 0.0f;
    across = speed.x > 0.0f ? own - west : east - own;
    along = speed.y > 0.0f ? own - north : south - own;
#endif
    later[place] = own - interval * (speed.x * across + speed.y * along);
}
