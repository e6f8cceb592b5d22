// SPDX-License-Identifier: GPL-3.0-or-later
// A step of a fluid by lattice Boltzmann (nine directions, one relaxation time) on a periodic width x height grid, in
// planes of one direction each: pull from the neighbours, collide, store. Macro: VECTOR (0 or 1), whether a work-item
// does one cell or four of a row, of which whole float4 are stored.
#ifndef VECTOR
#define VECTOR 0
#endif

#if VECTOR
typedef float4 real;
#define LANES 4
#else
typedef float real;
#define LANES 1
#endif

__constant int stepX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int stepY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float weights[9] = {0.44444444f,  0.11111111f,  0.11111111f,  0.11111111f, 0.11111111f,
                               0.027777778f, 0.027777778f, 0.027777778f, 0.027777778f};

// LANES cells from (x, y) of a plane; x may be -1 or pass the row's end by one.
real pulled(__global const float* plane, int x, int y, int width) {
#if VECTOR
    __global const float* row = plane + y * width;
    if (x >= 0 && x + 3 < width) return vload4(0, row + x);
    return (float4)(row[(x + width) % width], row[(x + 1) % width], row[(x + 2) % width], row[(x + 3) % width]);
#else
    return plane[y * width + (x + width) % width];
#endif
}

__kernel void lattice_step(__global const float* cells, __global float* later, int width, int height, float omega) {
    const int x = get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int plane = width * height;
    real f[9];
    real density = 0.0f;
    real momentumX = 0.0f;
    real momentumY = 0.0f;
    #pragma unroll
    for (int k = 0; k < 9; ++k) {
        f[k] = pulled(cells + k * plane, x - stepX[k], (y - stepY[k] + height) % height, width);
        density += f[k];
        momentumX += f[k] * (float)stepX[k];
        momentumY += f[k] * (float)stepY[k];
    }
    const real speedX = momentumX / density;
    const real speedY = momentumY / density;
    const real energy = 1.5f * (speedX * speedX + speedY * speedY);
    #pragma unroll
    for (int k = 0; k < 9; ++k) {
        const real along = 3.0f * ((float)stepX[k] * speedX + (float)stepY[k] * speedY);
        const real rest = weights[k] * density * (1.0f + along + 0.5f * along * along - energy);
        const real value = f[k] + omega * (rest - f[k]);
#if VECTOR
        vstore4(value, 0, later + k * plane + y * width + x);
#else
        later[k * plane + y * width + x] = value;
#endif
    }
}
