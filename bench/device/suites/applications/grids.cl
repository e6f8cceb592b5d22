// SPDX-License-Identifier: GPL-3.0-or-later
// Finite differences and relaxation on regular grids, in two and three dimensions.
#ifndef REAL
#define REAL float
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// ---- the acoustic wave equation, eighth order in space, second in time ----

#define HALF_ORDER 4
#define AT(X, Y, Z) ((X) + nx * ((Y) + ny * (Z)))

__constant float second_derivative[HALF_ORDER + 1] = {-2.8472222f, 1.6f, -0.2f, 0.025396825f, -0.0017857143f};

// `other` holds the wave field of the step before and receives that of the next.
__kernel void acoustic3d_o8(__global const float* now, __global float* other, __global const float* speed2,
                            int nx, int ny, int nz, float dt2)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);

    if (x < HALF_ORDER || x >= nx - HALF_ORDER) return;
    if (y < HALF_ORDER || y >= ny - HALF_ORDER) return;
    if (z < HALF_ORDER || z >= nz - HALF_ORDER) return;

    float laplace = 3.0f * second_derivative[0] * now[AT(x, y, z)];
    for (int r = 1; r <= HALF_ORDER; r++) {
        laplace += second_derivative[r] * (now[AT(x - r, y, z)] + now[AT(x + r, y, z)]
                                         + now[AT(x, y - r, z)] + now[AT(x, y + r, z)]
                                         + now[AT(x, y, z - r)] + now[AT(x, y, z + r)]);
    }
    int here = AT(x, y, z);
    other[here] = 2.0f * now[here] - other[here] + dt2 * speed2[here] * laplace;
}

#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 8
#endif

// The same, a group going through all planes: the plane in local memory, the column through it in registers.
// nx - 8 and ny - 8 are multiples of the tile's sides, TILE_X and TILE_Y at least 4.
__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1)))
void acoustic3d_o8_march(__global const float* restrict now, __global float* restrict other,
                         __global const float* restrict speed2, const int nx, const int ny, const int nz,
                         const float dt2)
{
    __local float plane[TILE_Y + 2 * HALF_ORDER][TILE_X + 2 * HALF_ORDER];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int cx = lx + HALF_ORDER;
    const int cy = ly + HALF_ORDER;
    const int slice = nx * ny;
    int here = (get_global_id(1) + HALF_ORDER) * nx + get_global_id(0) + HALF_ORDER;
    int ahead = here;
    float col[2 * HALF_ORDER + 1];

    col[0] = 0.0f;
    #pragma unroll
    for (int k = 1; k <= 2 * HALF_ORDER; ++k, ahead += slice)
        col[k] = now[ahead];
    here += HALF_ORDER * slice;

    for (int z = HALF_ORDER; z < nz - HALF_ORDER; ++z) {
        #pragma unroll
        for (int k = 0; k < 2 * HALF_ORDER; ++k)
            col[k] = col[k + 1];
        col[2 * HALF_ORDER] = now[ahead];

        barrier(CLK_LOCAL_MEM_FENCE);
        plane[cy][cx] = col[HALF_ORDER];
        if (ly < HALF_ORDER) {
            plane[ly][cx] = now[here - HALF_ORDER * nx];
            plane[cy + TILE_Y][cx] = now[here + TILE_Y * nx];
        }
        if (lx < HALF_ORDER) {
            plane[cy][lx] = now[here - HALF_ORDER];
            plane[cy][cx + TILE_X] = now[here + TILE_X];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        float laplace = 3.0f * second_derivative[0] * col[HALF_ORDER];
        #pragma unroll
        for (int r = 1; r <= HALF_ORDER; ++r) {
            laplace += second_derivative[r] * (plane[cy][cx - r] + plane[cy][cx + r] + plane[cy - r][cx]
                                             + plane[cy + r][cx] + col[HALF_ORDER - r] + col[HALF_ORDER + r]);
        }
        other[here] = 2.0f * col[HALF_ORDER] - other[here] + dt2 * speed2[here] * laplace;
        here += slice;
        ahead += slice;
    }
}

// ---- a star of any radius in two dimensions ----

#ifndef RAD
#define RAD 3
#endif
#ifndef BX
#define BX 16
#endif
#ifndef BY
#define BY 16
#endif
#define PITCH (BX + 2 * RAD)

__kernel void star2d_tile(__global const float *u, __global float *v, __constant float *w, uint width, uint height)
{
    __local float t[PITCH * (BY + 2 * RAD)];
    const uint lx = get_local_id(0), ly = get_local_id(1);
    const uint x = get_group_id(0) * BX + lx, y = get_group_id(1) * BY + ly;

    for (uint i = ly * BX + lx; i < PITCH * (BY + 2 * RAD); i += BX * BY) {
        int sx = (int)(get_group_id(0) * BX + i % PITCH) - RAD;
        int sy = (int)(get_group_id(1) * BY + i / PITCH) - RAD;
        sx = clamp(sx, 0, (int)width - 1);
        sy = clamp(sy, 0, (int)height - 1);
        t[i] = u[sy * width + sx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (x < width && y < height) {
        __local float *c = t + (ly + RAD) * PITCH + lx + RAD;
        float sum = w[0] * c[0];
        for (int r = 1; r <= RAD; r++)
            sum += w[r] * (c[r] + c[-r] + c[r * PITCH] + c[-r * PITCH]);
        v[y * width + x] = sum;
    }
}

// ---- red-black Gauss-Seidel, once with idle items, once with half of the columns ----

kernel void redblack_masked(global float* u, global const float* f, int n, int colour, float h2, float omega)
{
    int j = get_global_id(0) + 1;
    int i = get_global_id(1) + 1;
    if (i >= n - 1 || j >= n - 1) return;
    if ((i + j) % 2 == colour) {
        float relaxed = 0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - h2 * f[i * n + j]);
        u[i * n + j] = (1 - omega) * u[i * n + j] + omega * relaxed;
    }
}

kernel void redblack_half(global float* u, global const float* f, int n, int colour, float h2, float omega)
{
    const int i = get_global_id(1) + 1;
    const int j = 2 * get_global_id(0) + 1 + ((i + colour + 1) & 1);
    if (i < n - 1 && j < n - 1) {
        global float* p = u + i * n + j;
        const float old = *p;
        const float relaxed = 0.25f * (p[-n] + p[n] + p[-1] + p[1] - h2 * f[i * n + j]);
        *p = old + omega * (relaxed - old);
    }
}

// ---- Jacobi, five points, tiles with a rim of one ----

#ifndef JT
#define JT 16
#endif

__kernel void jacobi_tile(__global const REAL* src, __global REAL* dst, __global const REAL* rhs, const int pitch)
{
    __local REAL s[JT + 2][JT + 2];
    const int tx = get_local_id(0) + 1, ty = get_local_id(1) + 1;
    // the grid has a rim of one around the range
    const int gx = get_global_id(0) + 1, gy = get_global_id(1) + 1;
    const int g = gy * pitch + gx;

    s[ty][tx] = src[g];
    if (tx == 1)  s[ty][0] = src[g - 1];
    if (tx == JT) s[ty][JT + 1] = src[g + 1];
    if (ty == 1)  s[0][tx] = src[g - pitch];
    if (ty == JT) s[JT + 1][tx] = src[g + pitch];
    barrier(CLK_LOCAL_MEM_FENCE);

    dst[g] = (REAL)0.25 * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + rhs[g]);
}

// ---- alternating directions: a tridiagonal system a line, an item a line ----

// Lines are `line_step` apart, points of one `point_step`. The system is -r, 1 + 2 r, -r with r = lambda * k.
__kernel void thomas_lines(__global const REAL* conductivity, __global REAL* value, __global REAL* upper, int lines,
                           int points, int line_step, int point_step, REAL lambda)
{
    int line = get_global_id(0);
    if (line >= lines) return;
    __global const REAL* k = conductivity + line * line_step;
    __global REAL* v = value + line * line_step;
    __global REAL* c = upper + line * line_step;

    REAL r = lambda * *k;
    REAL scale = 1 / (1 + 2 * r);
    REAL last_c = -r * scale;
    REAL last_v = *v * scale;
    *c = last_c;
    *v = last_v;
    for (int i = 1; i < points; ++i) {
        k += point_step;
        v += point_step;
        c += point_step;
        r = lambda * *k;
        scale = 1 / (1 + 2 * r + r * last_c);
        last_c = -r * scale;
        last_v = (*v + r * last_v) * scale;
        *c = last_c;
        *v = last_v;
    }
    for (int i = points - 2; i >= 0; --i) {
        v -= point_step;
        c -= point_step;
        last_v = *v - *c * last_v;
        *v = last_v;
    }
}
