// SPDX-License-Identifier: GPL-3.0-or-later
// Particles: gravity, molecular dynamics, potentials on lattices, charges and samples put on grids.

#define SOFTENING 0.01f

// All pairs, straight from global memory.
__kernel void gravity_plain(__global const float4* body, __global const float4* velocity, __global float4* new_body,
                            __global float4* new_velocity, int n, float dt)
{
    int i = get_global_id(0);
    if (i >= n) return;
    float4 me = body[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float dx = body[j].x - me.x;
        float dy = body[j].y - me.y;
        float dz = body[j].z - me.z;
        float r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
        float f = body[j].w / (r2 * sqrt(r2));
        ax += dx * f;
        ay += dy * f;
        az += dz * f;
    }
    float4 v = velocity[i];
    v.x += ax * dt;
    v.y += ay * dt;
    v.z += az * dt;
    me.xyz += v.xyz * dt;
    new_body[i] = me;
    new_velocity[i] = v;
}

// All pairs, a group's number of bodies at a time in local memory.
__kernel void gravity_tiles(__global const float4* restrict body, __global const float4* restrict velocity,
                            __global float4* restrict new_body, __global float4* restrict new_velocity, const int n,
                            const float dt, __local float4* tile)
{
    const int lid = get_local_id(0);
    const int size = get_local_size(0);
    const int i = get_global_id(0);
    const float4 me = body[i];
    float3 a = (float3)(0.0f);
    for (int base = 0; base < n; base += size) {
        tile[lid] = body[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 8
        for (int j = 0; j < size; ++j) {
            const float3 d = tile[j].xyz - me.xyz;
            const float inv = rsqrt(mad(d.x, d.x, mad(d.y, d.y, mad(d.z, d.z, SOFTENING))));
            a += d * (tile[j].w * inv * inv * inv);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 v = velocity[i];
    v.xyz += a * dt;
    new_velocity[i] = v;
    new_body[i] = (float4)(me.xyz + v.xyz * dt, me.w);
}

// Lennard-Jones forces by cells of the cutoff's size, with periodic edges. Positions are relative to the
// cell and in its lengths; a group a cell, each item every so many particles of it.
__kernel void md_cells(__global const float4* position, __global const int* begin, __global float4* force, int cells_x,
                       int cells_y, int cells_z, float sigma2, float epsilon)
{
    const int cell = get_group_id(0);
    const int cx = cell % cells_x;
    const int cy = cell / cells_x % cells_y;
    const int cz = cell / (cells_x * cells_y);

    for (int p = begin[cell] + get_local_id(0); p < begin[cell + 1]; p += get_local_size(0)) {
        const float3 me = position[p].xyz;
        float3 f = (float3)(0.0f, 0.0f, 0.0f);
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int x = (cx + dx + cells_x) % cells_x;
                    const int y = (cy + dy + cells_y) % cells_y;
                    const int z = (cz + dz + cells_z) % cells_z;
                    const int other = (z * cells_y + y) * cells_x + x;
                    const int end = begin[other + 1];
                    for (int q = begin[other]; q < end; ++q) {
                        const float3 d = me - position[q].xyz - (float3)(dx, dy, dz);
                        const float r2 = dot(d, d);
                        if (r2 < 1.0f && q != p) {
                            const float s = sigma2 / (r2 + 0.01f);
                            const float s3 = s * s * s;
                            f += d * (24.0f * epsilon * s3 * (2.0f * s3 - 1.0f) / (r2 + 0.01f));
                        }
                    }
                }
        force[p] = (float4)(f, 0.0f);
    }
}

// The potential of point charges on one layer of a lattice.
#ifndef ATOMS
#define ATOMS 1000
#endif

__kernel void potential_layer(__constant float4* atoms, __global float* lattice, float spacing, float height)
{
    int xi = get_global_id(0), yi = get_global_id(1);
    int pitch = get_global_size(0);
    float x = xi * spacing, y = yi * spacing;
    float sum = 0.0f;
    for (int a = 0; a < ATOMS; a++) {
        float dx = x - atoms[a].x;
        float dy = y - atoms[a].y;
        float dz = height - atoms[a].z;
        sum += atoms[a].w / sqrt(dx * dx + dy * dy + dz * dz);
    }
    lattice[yi * pitch + xi] += sum;
}

// Four lattice points an item, a group's width apart; the atoms' distance to the layer squared is in z.
__kernel void potential_layer_4(__constant float4* atoms, __global float* lattice, const float spacing)
{
    const uint step = get_local_size(0);
    const uint x0 = get_group_id(0) * step * 4 + get_local_id(0);
    const uint pitch = get_num_groups(0) * step * 4;
    const float y = get_global_id(1) * spacing;
    const float x = x0 * spacing;
    const float gap = step * spacing;
    float e0 = 0.0f, e1 = 0.0f, e2 = 0.0f, e3 = 0.0f;
    for (int a = 0; a < ATOMS; ++a) {
        const float4 q = atoms[a];
        const float dy = y - q.y;
        const float rest = mad(dy, dy, q.z);
        const float d0 = x - q.x;
        const float d1 = d0 + gap;
        const float d2 = d1 + gap;
        const float d3 = d2 + gap;
        e0 += q.w * native_rsqrt(mad(d0, d0, rest));
        e1 += q.w * native_rsqrt(mad(d1, d1, rest));
        e2 += q.w * native_rsqrt(mad(d2, d2, rest));
        e3 += q.w * native_rsqrt(mad(d3, d3, rest));
    }
    __global float* out = lattice + get_global_id(1) * pitch + x0;
    out[0] += e0;
    out[step] += e1;
    out[2 * step] += e2;
    out[3 * step] += e3;
}

// Charges of particles to the four corners of their cells, as whole numbers of 1/65536.
__kernel void charge_deposit(__global const float2* where, __global const float* charge, __global int* density, int particles,
                             int side)
{
    int p = get_global_id(0);
    if (p >= particles) return;
    float2 at = where[p];
    int i = min((int)at.x, side - 2);
    int j = min((int)at.y, side - 2);
    float fx = at.x - i, fy = at.y - j;
    float q = charge[p] * 65536.0f;
    atomic_add(&density[j * side + i], (int)(q * (1 - fx) * (1 - fy)));
    atomic_add(&density[j * side + i + 1], (int)(q * fx * (1 - fy)));
    atomic_add(&density[(j + 1) * side + i], (int)(q * (1 - fx) * fy));
    atomic_add(&density[(j + 1) * side + i + 1], (int)(q * fx * fy));
}

// Gridding: samples at (x, y) with complex values in (z, w), spread by a window of `reach` cells; an item a
// point of the grid gathers from all samples.
#ifndef STAGE
#define STAGE 128
#endif
__kernel __attribute__((reqd_work_group_size(16, STAGE / 16, 1)))
void grid_gather(__global const float4* samples, __global float2* grid, int count, float reach)
{
    __local float4 stage[STAGE];
    const int gx = get_global_id(0), gy = get_global_id(1);
    const int lid = get_local_id(1) * 16 + get_local_id(0);
    const float limit = reach * reach;
    float2 sum = (float2)(0.0f, 0.0f);
    for (int base = 0; base < count; base += STAGE) {
        stage[lid] = samples[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = 0; s < STAGE; ++s) {
            float dx = stage[s].x - gx;
            float dy = stage[s].y - gy;
            float r2 = dx * dx + dy * dy;
            if (r2 < limit) {
                float window = 0.5f + 0.5f * cos(M_PI_F * sqrt(r2) / reach);
                sum += window * stage[s].zw;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    grid[gy * get_global_size(0) + gx] = sum;
}
