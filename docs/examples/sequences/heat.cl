// SPDX-License-Identifier: GPL-3.0-or-later
// Heat in a square plate of n x n points whose rim keeps its temperature: each step makes a point the weighted
// average of itself and its four neighbours.

float heated(__global const float* u, int row, int column, int n) {
    const int at = row * n + column;
    if (row == 0 || column == 0 || row == n - 1 || column == n - 1) return u[at];
    return 0.5f * u[at] + 0.125f * (u[at - 1] + u[at + 1] + u[at - n] + u[at + n]);
}

// One step, a point a work-item: what has been read must stay, so results go to another plate.
__kernel void heat_step(__global const float* u, __global float* next, int n) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    next[row * n + column] = heated(u, row, column, n);
}

// All steps by one work-group, which alone can wait for itself. An even number of steps leaves the last in u.
__kernel void heat_whole(__global float* u, __global float* other, int n, int steps) {
    for (int step = 0; step < steps; ++step) {
        __global const float* from = step % 2 == 0 ? u : other;
        __global float* to = step % 2 == 0 ? other : u;
        for (int at = get_local_id(0); at < n * n; at += get_local_size(0))
            to[at] = heated(from, at / n, at % n, n);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
