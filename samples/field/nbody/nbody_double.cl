// SPDX-License-Identifier: GPL-3.0-or-later
// Gravity of all pairs in double precision, the bodies kept as four arrays: what float costs in accuracy. Build with
// -DTILE=<local size>; results are as in nbody.cl.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifndef TILE
#define TILE 128
#endif

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
nbody_tiled_double(__global const double* x, __global const double* y, __global const double* z,
                   __global const double* mass, __global double* ax, __global double* ay, __global double* az,
                   int n, double softening) {
    __local double tileX[TILE], tileY[TILE], tileZ[TILE], tileMass[TILE];
    const int item = get_local_id(0);
    const int i = get_global_id(0);
    const int own = min(i, n - 1);
    const double ownX = x[own], ownY = y[own], ownZ = z[own];
    double sumX = 0.0, sumY = 0.0, sumZ = 0.0;
    for (int start = 0; start < n; start += TILE) {
        const int count = min(TILE, n - start);
        if (item < count) {
            tileX[item] = x[start + item];
            tileY[item] = y[start + item];
            tileZ[item] = z[start + item];
            tileMass[item] = mass[start + item];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < count; ++j) {
            const double dx = tileX[j] - ownX;
            const double dy = tileY[j] - ownY;
            const double dz = tileZ[j] - ownZ;
            const double square = dx * dx + dy * dy + dz * dz + softening;
            const double strength = tileMass[j] / (square * sqrt(square));
            sumX += strength * dx;
            sumY += strength * dy;
            sumZ += strength * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i >= n) return;
    ax[i] = sumX;
    ay[i] = sumY;
    az[i] = sumZ;
}
