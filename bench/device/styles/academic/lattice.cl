// SPDX-License-Identifier: GPL-3.0-or-later
// Lattice Boltzmann, one relaxation time: collision and streaming in one kernel, from one lattice to another.
// AOS = 0: a plane of cells a direction; AOS = 1: the directions of a cell together.
#ifndef AOS
#define AOS 0
#endif

#define AT9(cell, dir) (AOS ? (cell) * 9 + (dir) : (dir) * cells + (cell))

// Two dimensions, nine directions, pulled from the neighbours. Periodic from left to right, walls above and
// below.
__kernel void lbm_d2q9(__global const float* src, __global float* dst, int width, int height, float omega) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int cells = width * height;
    const int cell = y * width + x;
    const int xw = x == 0 ? width - 1 : x - 1;
    const int xe = x == width - 1 ? 0 : x + 1;
    const int ys = max(y - 1, 0);
    const int yn = min(y + 1, height - 1);

    float f0 = src[AT9(cell, 0)];
    float fe = src[AT9(y * width + xw, 1)];
    float fn = src[AT9(ys * width + x, 2)];
    float fw = src[AT9(y * width + xe, 3)];
    float fs = src[AT9(yn * width + x, 4)];
    float fne = src[AT9(ys * width + xw, 5)];
    float fnw = src[AT9(ys * width + xe, 6)];
    float fsw = src[AT9(yn * width + xe, 7)];
    float fse = src[AT9(yn * width + xw, 8)];

    if (y == 0 || y == height - 1) {
        dst[AT9(cell, 0)] = f0;
        dst[AT9(cell, 1)] = fw;
        dst[AT9(cell, 2)] = fs;
        dst[AT9(cell, 3)] = fe;
        dst[AT9(cell, 4)] = fn;
        dst[AT9(cell, 5)] = fsw;
        dst[AT9(cell, 6)] = fse;
        dst[AT9(cell, 7)] = fne;
        dst[AT9(cell, 8)] = fnw;
        return;
    }

    const float rho = f0 + fe + fn + fw + fs + fne + fnw + fsw + fse;
    const float ux = (fe + fne + fse - fw - fnw - fsw) / rho;
    const float uy = (fn + fne + fnw - fs - fsw - fse) / rho;
    const float drag = 1.0f - 1.5f * (ux * ux + uy * uy);
    const float keep = 1.0f - omega;
    const float axis = omega * rho / 9.0f;
    const float slant = omega * rho / 36.0f;
    const float p = ux + uy;
    const float q = ux - uy;

    dst[AT9(cell, 0)] = keep * f0 + 4.0f * axis * drag;
    dst[AT9(cell, 1)] = keep * fe + axis * (drag + 3.0f * ux + 4.5f * ux * ux);
    dst[AT9(cell, 2)] = keep * fn + axis * (drag + 3.0f * uy + 4.5f * uy * uy);
    dst[AT9(cell, 3)] = keep * fw + axis * (drag - 3.0f * ux + 4.5f * ux * ux);
    dst[AT9(cell, 4)] = keep * fs + axis * (drag - 3.0f * uy + 4.5f * uy * uy);
    dst[AT9(cell, 5)] = keep * fne + slant * (drag + 3.0f * p + 4.5f * p * p);
    dst[AT9(cell, 6)] = keep * fnw + slant * (drag - 3.0f * q + 4.5f * q * q);
    dst[AT9(cell, 7)] = keep * fsw + slant * (drag - 3.0f * p + 4.5f * p * p);
    dst[AT9(cell, 8)] = keep * fse + slant * (drag + 3.0f * q + 4.5f * q * q);
}

#define DIRS 19
#define AT19(cell, dir) (AOS ? (cell) * DIRS + (dir) : (dir) * cells + (cell))

__constant int dir_x[DIRS] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
__constant int dir_y[DIRS] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
__constant int dir_z[DIRS] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
__constant int opposite[DIRS] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17};

// Three dimensions, nineteen directions, pushed to the neighbours; periodic in all of them. Solid cells
// (flag 0) send back what arrived. A group lies along x.
__kernel void lbm_d3q19(__global const float* src, __global float* dst, __global const uchar* flags, int nx,
                        int ny, int nz, float omega) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    const int cells = nx * ny * nz;
    const int cell = (z * ny + y) * nx + x;

    float f[DIRS];
    float rho = 0.0f, ux = 0.0f, uy = 0.0f, uz = 0.0f;
    #pragma unroll
    for (int d = 0; d < DIRS; ++d) {
        f[d] = src[AT19(cell, d)];
        rho += f[d];
        ux += dir_x[d] * f[d];
        uy += dir_y[d] * f[d];
        uz += dir_z[d] * f[d];
    }
    const float inverse = 1.0f / rho;
    ux *= inverse;
    uy *= inverse;
    uz *= inverse;
    const float drag = 1.0f - 1.5f * (ux * ux + uy * uy + uz * uz);
    const int solid = flags[cell] == 0;

    #pragma unroll
    for (int d = 0; d < DIRS; ++d) {
        int tx = x + dir_x[d];
        int ty = y + dir_y[d];
        int tz = z + dir_z[d];
        tx = tx < 0 ? nx - 1 : (tx == nx ? 0 : tx);
        ty = ty < 0 ? ny - 1 : (ty == ny ? 0 : ty);
        tz = tz < 0 ? nz - 1 : (tz == nz ? 0 : tz);
        float value;
        if (solid) {
            value = f[opposite[d]];
        } else {
            const float weight = d == 0 ? 1.0f / 3.0f : (d < 7 ? 1.0f / 18.0f : 1.0f / 36.0f);
            const float along = dir_x[d] * ux + dir_y[d] * uy + dir_z[d] * uz;
            value = (1.0f - omega) * f[d]
                    + omega * weight * rho * (drag + 3.0f * along + 4.5f * along * along);
        }
        dst[AT19((tz * ny + ty) * nx + tx, d)] = value;
    }
}
