// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of physical simulations on grids.

// ---- shallow water, Lax-Friedrichs, periodic ----

typedef struct {
    float gravity;
    float dt_over_dx;
    float dt_over_dy;
} water_t;

float4 flux_x(float4 u, float g)
{
    float v = u.y / u.x;
    return (float4)(u.y, u.y * v + 0.5f * g * u.x * u.x, u.z * v, 0.0f);
}

float4 flux_y(float4 u, float g)
{
    float v = u.z / u.x;
    return (float4)(u.z, u.y * v, u.z * v + 0.5f * g * u.x * u.x, 0.0f);
}

// height, momentum in x and in y in the components of a vector
__kernel void water_step(__global const float4* now, __global float4* next, int nx, int ny, water_t w)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= nx || y >= ny) return;
    int west = x == 0 ? nx - 1 : x - 1;
    int east = x == nx - 1 ? 0 : x + 1;
    int south = y == 0 ? ny - 1 : y - 1;
    int north = y == ny - 1 ? 0 : y + 1;
    float4 e = now[y * nx + east], o = now[y * nx + west];
    float4 n = now[north * nx + x], s = now[south * nx + x];
    float4 u = 0.25f * (e + o + n + s);
    u -= 0.5f * w.dt_over_dx * (flux_x(e, w.gravity) - flux_x(o, w.gravity));
    u -= 0.5f * w.dt_over_dy * (flux_y(n, w.gravity) - flux_y(s, w.gravity));
    next[y * nx + x] = u;
}

// The same in planes, no struct, the division done once a cell.
#define H(i) h[i]
__kernel void water_planes(__global const float* h, __global const float* hu, __global const float* hv, __global float* h2,
                           __global float* hu2, __global float* hv2, int nx, int ny, float g, float rx, float ry)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    const int i = y * nx + x;
    float a[3] = {0.f, 0.f, 0.f};
    #pragma unroll
    for (int side = -1; side <= 1; side += 2) {
        const int j = i + side;
        const float v = hu[j] / H(j);
        a[0] += 0.25f * H(j) - side * 0.5f * rx * hu[j];
        a[1] += 0.25f * hu[j] - side * 0.5f * rx * (hu[j] * v + 0.5f * g * H(j) * H(j));
        a[2] += 0.25f * hv[j] - side * 0.5f * rx * (hv[j] * v);
        const int k = i + side * nx;
        const float w = hv[k] / H(k);
        a[0] += 0.25f * H(k) - side * 0.5f * ry * hv[k];
        a[1] += 0.25f * hu[k] - side * 0.5f * ry * (hu[k] * w);
        a[2] += 0.25f * hv[k] - side * 0.5f * ry * (hv[k] * w + 0.5f * g * H(k) * H(k));
    }
    h2[i] = a[0];
    hu2[i] = a[1];
    hv2[i] = a[2];
}

// ---- a lattice gas of 15 directions, periodic, with obstacles ----

#ifndef AOS
#define AOS 0
#endif
#if AOS
#define F(q, cell) ((cell) * 15 + (q))
#else
#define F(q, cell) ((q) * cells + (cell))
#endif

__constant int ex[15] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1};
__constant int ey[15] = {0, 0, 0, 1, -1, 0, 0, 1, -1, 1, -1, -1, 1, -1, 1};
__constant int ez[15] = {0, 0, 0, 0, 0, 1, -1, 1, -1, -1, 1, 1, -1, -1, 1};

__kernel void lattice15(__global const float* restrict from, __global float* restrict to, __global const uchar* restrict open,
                        const int nx, const int ny, const int nz, const float omega)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int cells = nx * ny * nz;
    const int here = (z * ny + y) * nx + x;
    float f[15];
    float rho = 0.f, ux = 0.f, uy = 0.f, uz = 0.f;

    #pragma unroll
    for (int q = 0; q < 15; ++q) {
        int sx = x - ex[q], sy = y - ey[q], sz = z - ez[q];
        sx = sx < 0 ? nx - 1 : sx == nx ? 0 : sx;
        sy = sy < 0 ? ny - 1 : sy == ny ? 0 : sy;
        sz = sz < 0 ? nz - 1 : sz == nz ? 0 : sz;
        f[q] = from[F(q, (sz * ny + sy) * nx + sx)];
        rho += f[q];
        ux += ex[q] * f[q];
        uy += ey[q] * f[q];
        uz += ez[q] * f[q];
    }
    if (open[here] == 0) {
        // opposite directions are neighbours, from 1 on
        to[F(0, here)] = f[0];
        #pragma unroll
        for (int q = 1; q < 15; q += 2) {
            to[F(q, here)] = f[q + 1];
            to[F(q + 1, here)] = f[q];
        }
        return;
    }
    const float inv = 1.0f / rho;
    ux *= inv;
    uy *= inv;
    uz *= inv;
    const float square = 1.5f * (ux * ux + uy * uy + uz * uz);
    #pragma unroll
    for (int q = 0; q < 15; ++q) {
        const float weight = q == 0 ? 2.0f / 9.0f : q < 7 ? 1.0f / 9.0f : 1.0f / 72.0f;
        const float along = 3.0f * (ex[q] * ux + ey[q] * uy + ez[q] * uz);
        const float equilibrium = weight * rho * (1.0f + along + 0.5f * along * along - square);
        to[F(q, here)] = f[q] + omega * (equilibrium - f[q]);
    }
}

// ---- heat in a chip: one step, the neighbours by local memory where they lie in the tile ----

__kernel void chip_step(__global const float* power, __global const float* t_in, __global float* t_out, int cols, int rows,
                        float cap, float rx, float ry, float rz, float ambient, __local float* tile)
{
    int lx = get_local_id(0), ly = get_local_id(1);
    int w = get_local_size(0), h = get_local_size(1);
    int x = get_global_id(0), y = get_global_id(1);
    int i = y * cols + x;
    float c = 0;
    if (x < cols && y < rows) {
        c = t_in[i];
        tile[ly * w + lx] = c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < cols && y < rows) {
        float left = x == 0 ? c : lx > 0 ? tile[ly * w + lx - 1] : t_in[i - 1];
        float right = x == cols - 1 ? c : lx < w - 1 ? tile[ly * w + lx + 1] : t_in[i + 1];
        float up = y == 0 ? c : ly > 0 ? tile[(ly - 1) * w + lx] : t_in[i - cols];
        float down = y == rows - 1 ? c : ly < h - 1 ? tile[(ly + 1) * w + lx] : t_in[i + cols];
        t_out[i] = c + cap * (power[i] + (left + right - 2.0f * c) * rx + (up + down - 2.0f * c) * ry + (ambient - c) * rz);
    }
}

// ---- diffusion that keeps edges: coefficients from the step before, the picture after it ----

__kernel void despeckle(__global const float* picture, __global const float* coefficient, __global float* result, uint width,
                        uint height, float lambda)
{
    const size_t x = get_global_id(0);
    const size_t y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const size_t here = y * width + x;
    const size_t east = x + 1 < width ? here + 1 : here;
    const size_t west = x ? here - 1 : here;
    const size_t south = y + 1 < height ? here + width : here;
    const size_t north = y ? here - width : here;
    const float p = picture[here];
    const float c = coefficient[here];
    const float spread = c * (picture[north] - p) + coefficient[south] * (picture[south] - p)
                       + c * (picture[west] - p) + coefficient[east] * (picture[east] - p);
    result[here] = p + 0.25f * lambda * spread;
}
