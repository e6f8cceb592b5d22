// SPDX-License-Identifier: GPL-3.0-or-later
// A layer of a network trained by back propagation, particles of a filter and simulated prices.
#ifndef HIDDEN
#define HIDDEN 16
#endif
#ifndef INPUTS
#define INPUTS 16
#endif

// From the inputs to HIDDEN units: a group multiplies INPUTS inputs by their weights and sums over them;
// the partial sums of the groups are added elsewhere.
__kernel __attribute__((reqd_work_group_size(HIDDEN, INPUTS, 1))) void
layer_forward(__global const float* input, __global float* weights, __global float* partial) {
    __local float node[INPUTS];
    __local float product[INPUTS][HIDDEN];
    const int h = get_local_id(0);
    const int i = get_local_id(1);
    const int in = get_global_id(1);
    if (h == 0) node[i] = input[in];
    barrier(CLK_LOCAL_MEM_FENCE);
    product[i][h] = weights[in * HIDDEN + h] * node[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = 1; reach < INPUTS; reach *= 2) {
        if (i % (2 * reach) == 0) product[i][h] += product[i + reach][h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) partial[get_group_id(1) * HIDDEN + h] = product[0][h];
}

// Adjusts the weights of that layer, with momentum.
__kernel void layer_adjust(__global const float* delta, __global const float* input, __global float* weights,
                           __global float* changes, float rate, float momentum) {
    const int h = get_global_id(0);
    const int in = get_global_id(1);
    const int at = in * (int)get_global_size(0) + h;
    const float change = rate * delta[h] * input[in] + momentum * changes[at];
    weights[at] += change;
    changes[at] = change;
}

uint next_random(uint* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state;
}

float uniform_of(uint* state) { return (float)(next_random(state) >> 8) * (1.0f / 16777216.0f); }

float2 normals_of(uint* state) {
    const float u = uniform_of(state) + 1e-7f;
    const float v = uniform_of(state);
    const float radius = sqrt(-2.0f * log(u));
    return radius * (float2)(cos(6.2831853f * v), sin(6.2831853f * v));
}

#ifndef OBJECT
#define OBJECT 64
#endif

// Moves the particles by a random step and weighs each by the pixels of the object around it.
__kernel void particle_weigh(__global float2* place, __global uint* seeds, __constant int2* object,
                             __global const uchar* image, __global float* weight, int particles, int width,
                             int height) {
    const int p = get_global_id(0);
    if (p >= particles) return;
    uint state = seeds[p];
    const float2 at = place[p] + (float2)(1.0f, -2.0f) + normals_of(&state) * (float2)(5.0f, 2.0f);
    seeds[p] = state;
    const int cx = convert_int_rte(clamp(at.x, 0.0f, width - 1.0f));
    const int cy = convert_int_rte(clamp(at.y, 0.0f, height - 1.0f));
    float likelihood = 0.0f;
    for (int k = 0; k < OBJECT; ++k) {
        const int x = clamp(cx + object[k].x, 0, width - 1);
        const int y = clamp(cy + object[k].y, 0, height - 1);
        const float pixel = (float)image[y * width + x];
        const float a = pixel - 100.0f;
        const float b = pixel - 228.0f;
        likelihood += (a * a - b * b) / 50.0f;
    }
    place[p] = (float2)((float)cx, (float)cy);
    weight[p] = exp(likelihood / (OBJECT * 1024.0f));
}

#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef PATHS_EACH
#define PATHS_EACH 4
#endif

// Prices of an Asian option: every item follows PATHS_EACH pairs of paths with a generator of its own; the
// payoffs of a group are summed.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
option_paths(__global const uint* seeds, __global float* payoffs, int steps, float spot, float strike,
             float drift, float volatility) {
    __local float sums[WG_SIZE];
    const int t = get_local_id(0);
    uint state = seeds[get_global_id(0)];
    float payoff = 0.0f;
    for (int path = 0; path < PATHS_EACH; ++path) {
        float2 price = (float2)(spot);
        float2 mean = (float2)(0.0f);
        for (int s = 0; s < steps; ++s) {
            const float2 normal = normals_of(&state);
            price *= exp(drift + volatility * normal);
            mean += price;
        }
        mean /= (float)steps;
        payoff += fmax(mean.x - strike, 0.0f) + fmax(mean.y - strike, 0.0f);
    }
    sums[t] = payoff;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (t < reach) sums[t] += sums[t + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) payoffs[get_group_id(0)] = sums[0];
}

#ifndef SPHERES
#define SPHERES 64
#endif

// The nearest of SPHERES spheres (w times `size` its radius) along the ray of each pixel, lit from one side.
__kernel void ray_spheres(__constant float4* spheres, __global uchar4* image, int width, int height,
                          float zoom, float size) {
    const int px = get_global_id(0);
    const int py = get_global_id(1);
    if (px >= width || py >= height) return;
    const float3 ray = normalize((float3)(px * zoom, py * zoom, 1.0f));
    float nearest = 1e20f;
    int hit = -1;
    for (int s = 0; s < SPHERES; ++s) {
        const float4 sphere = spheres[s];
        const float along = dot(sphere.xyz, ray);
        const float radius = sphere.w * size;
        const float reach = along * along - dot(sphere.xyz, sphere.xyz) + radius * radius;
        if (reach > 0.0f) {
            const float distance = along - sqrt(reach);
            if (distance > 0.0f && distance < nearest) {
                nearest = distance;
                hit = s;
            }
        }
    }
    uchar4 colour = (uchar4)(20, 20, 40, 255);
    if (hit >= 0) {
        const float4 sphere = spheres[hit];
        const float3 normal = (ray * nearest - sphere.xyz) / (sphere.w * size);
        const float light = clamp(dot(normal, (float3)(0.57735f, -0.57735f, -0.57735f)), 0.0f, 1.0f);
        const float shade = 40.0f + 200.0f * light * sqrt(light);
        colour = (uchar4)((uchar)shade, (uchar)(shade * 0.8f), (uchar)(hit & 255), 255);
    }
    image[py * width + px] = colour;
}
