// SPDX-License-Identifier: GPL-3.0-or-later
// Temperatures of a chip from the power of its parts: several steps in one launch, on blocks whose outer
// rings of cells serve as ghost zones and shrink by one ring a step.
#ifndef SIDE
#define SIDE 16
#endif
#ifndef STEPS
#define STEPS 2
#endif
#define KEPT (SIDE - 2 * STEPS)

typedef struct {
    float step_over_cap;
    float inv_rx;
    float inv_ry;
    float inv_rz;
    float ambient;
} chip_t;

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
thermal_pyramid(__global const float* temp_in, __global const float* power, __global float* temp_out,
                int cols, int rows, chip_t chip) {
    __local float temp[SIDE][SIDE];
    __local float watts[SIDE][SIDE];
    __local float fresh[SIDE][SIDE];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int gx = (int)get_group_id(0) * KEPT - STEPS + lx;
    const int gy = (int)get_group_id(1) * KEPT - STEPS + ly;
    const int inside = gx >= 0 && gx < cols && gy >= 0 && gy < rows;
    const int at = gy * cols + gx;

    if (inside) {
        temp[ly][lx] = temp_in[at];
        watts[ly][lx] = power[at];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int up = gy > 0 ? ly - 1 : ly;
    const int down = gy < rows - 1 ? ly + 1 : ly;
    const int left = gx > 0 ? lx - 1 : lx;
    const int right = gx < cols - 1 ? lx + 1 : lx;

    int computed = 0;
    for (int s = 1; s <= STEPS; ++s) {
        computed = inside && lx >= s && lx < SIDE - s && ly >= s && ly < SIDE - s;
        if (computed) {
            const float mid = temp[ly][lx];
            fresh[ly][lx] = mid + chip.step_over_cap * (watts[ly][lx]
                            + (temp[down][lx] + temp[up][lx] - 2.0f * mid) * chip.inv_ry
                            + (temp[ly][right] + temp[ly][left] - 2.0f * mid) * chip.inv_rx
                            + (chip.ambient - mid) * chip.inv_rz);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s == STEPS) break;
        if (computed) temp[ly][lx] = fresh[ly][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed) temp_out[at] = fresh[ly][lx];
}
