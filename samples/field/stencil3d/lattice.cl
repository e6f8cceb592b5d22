// SPDX-License-Identifier: GPL-3.0-or-later
// A fluid by the lattice Boltzmann method in two dimensions with nine velocities, one time step out of place on a
// periodic lattice: densities move along their velocity and relax towards the equilibrium of their node by `rate`.
// Direction i goes by (dx[i], dy[i]): rest, the four neighbours, the four diagonal ones.
__constant int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float share[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                             1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

// The nine densities of a node after relaxing.
void relax(float* f, float rate) {
    const float density = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
    const float vx = (f[1] + f[5] + f[8] - f[3] - f[6] - f[7]) / density;
    const float vy = (f[2] + f[5] + f[6] - f[4] - f[7] - f[8]) / density;
    const float still = 1.0f - 1.5f * (vx * vx + vy * vy);
    #pragma unroll
    for (int i = 0; i < 9; ++i) {
        const float along = dx[i] * vx + dy[i] * vy;
        const float rest = share[i] * density * (still + 3.0f * along + 4.5f * along * along);
        f[i] += rate * (rest - f[i]);
    }
}

// A plane a direction; a node gathers from its neighbours, then relaxes: loads are shifted, stores aligned.
__kernel void lattice_gather_planes(__global const float* in, __global float* out, int nx, int ny, float rate) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny) return;
    const int left = x > 0 ? x - 1 : nx - 1;
    const int right = x + 1 < nx ? x + 1 : 0;
    const int down = (y > 0 ? y - 1 : ny - 1) * nx;
    const int here = y * nx;
    const int up = (y + 1 < ny ? y + 1 : 0) * nx;
    const int nodes = nx * ny;
    float f[9];
    f[0] = in[here + x];
    f[1] = in[nodes + here + left];
    f[2] = in[2 * nodes + down + x];
    f[3] = in[3 * nodes + here + right];
    f[4] = in[4 * nodes + up + x];
    f[5] = in[5 * nodes + down + left];
    f[6] = in[6 * nodes + down + right];
    f[7] = in[7 * nodes + up + right];
    f[8] = in[8 * nodes + up + left];
    relax(f, rate);
    #pragma unroll
    for (int i = 0; i < 9; ++i) out[i * nodes + here + x] = f[i];
}

// The other way round: a node relaxes, then hands its densities on, so that stores are shifted. The number of columns is
// a power of two, places come from masks.
__kernel void lattice_scatter_planes(__global const float* in, __global float* out, int columnsLog, int nodes,
                                     float rate) {
    const int node = get_global_id(0);
    if (node >= nodes) return;
    const int columns = 1 << columnsLog;
    const int x = node & (columns - 1);
    const int y = node >> columnsLog;
    const int rows = nodes >> columnsLog;
    float f[9];
    #pragma unroll
    for (int i = 0; i < 9; ++i) f[i] = in[i * nodes + node];
    relax(f, rate);
    #pragma unroll
    for (int i = 0; i < 9; ++i) {
        const int toX = (x + dx[i]) & (columns - 1);
        const int toY = (y + dy[i] + rows) % rows;
        out[i * nodes + (toY << columnsLog) + toX] = f[i];
    }
}

// The nine densities of a node side by side, so that the items of a warp read nine floats apart.
__kernel void lattice_gather_nodes(__global const float* in, __global float* out, int nx, int ny, float rate) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny) return;
    float f[9];
    #pragma unroll
    for (int i = 0; i < 9; ++i) {
        const int fromX = (x - dx[i] + nx) % nx;
        const int fromY = (y - dy[i] + ny) % ny;
        f[i] = in[(fromY * nx + fromX) * 9 + i];
    }
    relax(f, rate);
    __global float* to = out + (size_t)(y * nx + x) * 9;
    #pragma unroll
    for (int i = 0; i < 9; ++i) to[i] = f[i];
}
