// SPDX-License-Identifier: GPL-3.0-or-later
// Particle codes: forces between clusters of atoms from a pair list, and densities of a smoothed fluid by the
// cells of a grid.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifdef J_SIZE
typedef struct {
    float cutoff2;
    float beta;
    float factor;
    float shift;
    int types;
} pair_parameters;

// A group of I_SIZE x J_SIZE work-items holds I_CLUSTERS clusters of I_SIZE atoms and goes through the list
// of clusters of J_SIZE that are near. Bit c of an entry's mask says whether cluster c takes part. Forces of
// the own atoms are summed over the second dimension at the end, energies in double.
__kernel __attribute__((reqd_work_group_size(I_SIZE, J_SIZE, 1))) void
cluster_forces(__global const float4* atoms, __global const int* types, __constant float2* lj,
               __global const int* starts, __global const int* clusters, __global const uint* masks,
               __global float4* forces, __global double* energies, pair_parameters p) {
    __local float4 own[I_CLUSTERS * I_SIZE];
    __local int own_type[I_CLUSTERS * I_SIZE];
    __local float4 partial[J_SIZE][I_SIZE];
#if ENERGY
    __local double sums[I_SIZE * J_SIZE];
#endif

    const int ti = get_local_id(0);
    const int tj = get_local_id(1);
    const int item = tj * I_SIZE + ti;
    const int group = get_group_id(0);
    const int first = group * I_CLUSTERS * I_SIZE;
    for (int i = item; i < I_CLUSTERS * I_SIZE; i += I_SIZE * J_SIZE) {
        own[i] = atoms[first + i];
        own_type[i] = types[first + i] * p.types;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float3 f[I_CLUSTERS];
#pragma unroll
    for (int c = 0; c < I_CLUSTERS; ++c) f[c] = (float3)(0.0f);
#if ENERGY
    float energy_lj = 0.0f;
    float energy_el = 0.0f;
#endif

    const int end = starts[group + 1];
    for (int e = starts[group]; e < end; ++e) {
        const uint mask = masks[e];
        const int aj = clusters[e] * J_SIZE + tj;
        const float4 xj = atoms[aj];
        const int type = types[aj];
#pragma unroll
        for (int c = 0; c < I_CLUSTERS; ++c) {
            if (mask & (1u << c)) {
                const float4 xi = own[c * I_SIZE + ti];
                const float3 d = xi.xyz - xj.xyz;
                float r2 = dot(d, d);
                if (r2 < p.cutoff2 && first + c * I_SIZE + ti != aj) {
                    r2 = fmax(r2, 1e-4f);
                    const float inverse = rsqrt(r2);
                    const float inverse2 = inverse * inverse;
                    const float inverse6 = inverse2 * inverse2 * inverse2;
                    const float2 c6c12 = lj[own_type[c * I_SIZE + ti] + type];
                    const float q = p.factor * xi.w * xj.w;
                    const float br = p.beta * r2 * inverse;
                    const float screen = native_exp(-br * br) / (1.0f + 0.4f * br);
                    float force = inverse6 * (c6c12.y * inverse6 - c6c12.x) * inverse2;
                    force += q * (screen * inverse + p.beta * screen) * inverse2;
#if ENERGY
                    energy_lj += inverse6 * (c6c12.y * inverse6 * (1.0f / 12.0f) - c6c12.x * (1.0f / 6.0f));
                    energy_el += q * (inverse * screen - p.shift);
#endif
                    f[c] += force * d;
                }
            }
        }
    }

#pragma unroll
    for (int c = 0; c < I_CLUSTERS; ++c) {
        partial[tj][ti] = (float4)(f[c], 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int half_way = J_SIZE / 2; half_way > 0; half_way >>= 1) {
            if (tj < half_way) partial[tj][ti] += partial[tj + half_way][ti];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (tj == 0) forces[first + c * I_SIZE + ti] = partial[0][ti];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#if ENERGY
    sums[item] = (double)energy_lj + (double)energy_el;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_way = I_SIZE * J_SIZE / 2; half_way > 0; half_way >>= 1) {
        if (item < half_way) sums[item] += sums[item + half_way];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) energies[group] = 0.5 * sums[0];
#else
    if (item == 0) energies[group] = 0.0;
#endif
}
#endif

#ifdef CELL_ITEMS
// The cells of a periodic grid, a group each: its particles (one a work-item, more in turns) against those of
// the 27 cells around, which pass through local memory. Particles lie in the order of their cells. Density
// and pressure.
__kernel __attribute__((reqd_work_group_size(CELL_ITEMS, 1, 1))) void
sph_density(__global const float4* positions, __global const int* cell_starts, __global float2* results,
            int side, float h2, float mass, float rest, float stiffness) {
    __local float4 others[CELL_ITEMS];
    const int item = get_local_id(0);
    const int cx = get_group_id(0);
    const int cy = get_group_id(1);
    const int cz = get_group_id(2);
    const int cell = (cz * side + cy) * side + cx;
    const int begin = cell_starts[cell];
    const int end = cell_starts[cell + 1];

    for (int base = begin; base < end; base += CELL_ITEMS) {
        const int i = base + item;
        const float4 own = positions[min(i, end - 1)];
        float density = 0.0f;
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x) {
                    const int nx = (cx + x + side) % side;
                    const int ny = (cy + y + side) % side;
                    const int nz = (cz + z + side) % side;
                    const int near = (nz * side + ny) * side + nx;
                    const int from = cell_starts[near];
                    const int to = cell_starts[near + 1];
                    for (int j0 = from; j0 < to; j0 += CELL_ITEMS) {
                        const int n = min(CELL_ITEMS, to - j0);
                        barrier(CLK_LOCAL_MEM_FENCE);
                        if (item < n) others[item] = positions[j0 + item];
                        barrier(CLK_LOCAL_MEM_FENCE);
                        for (int k = 0; k < n; ++k) {
                            const float3 d = own.xyz - others[k].xyz;
                            const float r2 = dot(d, d);
                            if (r2 < h2) {
                                const float q = h2 - r2;
                                density += q * q * q;
                            }
                        }
                    }
                }
        density *= mass;
        if (i < end) results[i] = (float2)(density, stiffness * (pown(density / rest, 7) - 1.0f));
    }
}
#endif
