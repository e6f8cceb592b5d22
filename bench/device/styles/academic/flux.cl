// SPDX-License-Identifier: GPL-3.0-or-later
// Fluxes of a compressible flow over an unstructured grid of tetrahedra, an item an element: five conserved
// quantities (density, three momenta, energy), four faces with a normal each. Neighbour -1 is a wall, -2
// lies in the free stream. AOS = 1 keeps the quantities of an element together.
#ifndef AOS
#define AOS 0
#endif
#ifndef FACES
#define FACES 4
#endif
#define GAMMA 1.4f

#if AOS
#define OF(at, q) ((at) * 5 + (q))
#else
#define OF(at, q) ((q) * elements + (at))
#endif

typedef struct {
    float3 momentum;
    float3 x;
    float3 y;
    float3 z;
    float3 energy;
} flux_t;

float pressure_of(float density, float energy, float speed2) {
    return (GAMMA - 1.0f) * (energy - 0.5f * density * speed2);
}

void contributions(float density, float3 momentum, float energy, float pressure, float3 velocity,
                   flux_t* flux) {
    flux->momentum = momentum;
    flux->x = velocity.x * momentum;
    flux->x.x += pressure;
    flux->y = velocity.y * momentum;
    flux->y.y += pressure;
    flux->z = velocity.z * momentum;
    flux->z.z += pressure;
    flux->energy = velocity * (energy + pressure);
}

__kernel void edge_flux(__global const int* neighbours, __global const float* normals,
                        __global const float* variables, __constant float* far, __global float* fluxes,
                        int elements, float smoothing) {
    const int i = get_global_id(0);
    if (i >= elements) return;
    const float density = variables[OF(i, 0)];
    const float3 momentum = (float3)(variables[OF(i, 1)], variables[OF(i, 2)], variables[OF(i, 3)]);
    const float energy = variables[OF(i, 4)];
    const float3 velocity = momentum / density;
    const float speed2 = dot(velocity, velocity);
    const float pressure = pressure_of(density, energy, speed2);
    const float sound = sqrt(GAMMA * fabs(pressure) / density);
    flux_t mine;
    contributions(density, momentum, energy, pressure, velocity, &mine);

    float out_density = 0.0f, out_energy = 0.0f;
    float3 out_momentum = (float3)(0.0f);
    for (int f = 0; f < FACES; ++f) {
        const int nb = neighbours[f * elements + i];
        const float3 normal = (float3)(normals[(f * 3 + 0) * elements + i],
                               normals[(f * 3 + 1) * elements + i],
                                       normals[(f * 3 + 2) * elements + i]);
        if (nb == -1) {
            out_momentum += normal * pressure;
            continue;
        }
        float d2, e2;
        float3 m2;
        if (nb >= 0) {
            d2 = variables[OF(nb, 0)];
            m2 = (float3)(variables[OF(nb, 1)], variables[OF(nb, 2)], variables[OF(nb, 3)]);
            e2 = variables[OF(nb, 4)];
        } else {
            d2 = far[0];
            m2 = (float3)(far[1], far[2], far[3]);
            e2 = far[4];
        }
        const float3 v2 = m2 / d2;
        const float s2 = dot(v2, v2);
        const float p2 = pressure_of(d2, e2, s2);
        const float c2 = sqrt(GAMMA * fabs(p2) / d2);
        flux_t theirs;
        contributions(d2, m2, e2, p2, v2, &theirs);

        const float area = sqrt(dot(normal, normal));
        const float factor = -area * smoothing * 0.5f * (sqrt(speed2) + sqrt(s2) + sound + c2);
        const float3 half_normal = 0.5f * normal;
        out_density += factor * (density - d2) + dot(half_normal, mine.momentum + theirs.momentum);
        out_energy += factor * (energy - e2) + dot(half_normal, mine.energy + theirs.energy);
        out_momentum += factor * (momentum - m2);
        out_momentum.x += dot(half_normal, mine.x + theirs.x);
        out_momentum.y += dot(half_normal, mine.y + theirs.y);
        out_momentum.z += dot(half_normal, mine.z + theirs.z);
    }
    fluxes[OF(i, 0)] = out_density;
    fluxes[OF(i, 1)] = out_momentum.x;
    fluxes[OF(i, 2)] = out_momentum.y;
    fluxes[OF(i, 3)] = out_momentum.z;
    fluxes[OF(i, 4)] = out_energy;
}
