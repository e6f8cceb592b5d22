// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of prices and of light, each an item, of a length that the build fixes or the host says.

#ifndef REAL
#define REAL float
#endif
#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifndef SIDE
#define SIDE 128
#endif

// Averages of a path, geometric steps from normals that lie by steps; payoffs are summed a group.
__kernel __attribute__((reqd_work_group_size(SIDE, 1, 1))) void
asian_payoffs(const __global REAL* restrict normals, __global REAL* restrict sums, const int paths, const int steps,
              const REAL spot, const REAL strike, const REAL drift, const REAL sigma) {
    __local REAL part[SIDE];
    const int id = get_global_id(0);
    const int lid = get_local_id(0);
    REAL payoff = 0;
    if (id < paths) {
        REAL s = spot;
        REAL mean = 0;
        REAL mirrored = spot;
        REAL mirrored_mean = 0;
        for (int i = 0; i < steps; ++i) {
            const REAL z = sigma * normals[(long)i * paths + id];
            s *= exp(drift + z);
            mirrored *= exp(drift - z);
            mean += s;
            mirrored_mean += mirrored;
        }
        payoff = fmax(mean / steps - strike, (REAL)0) + fmax(mirrored_mean / steps - strike, (REAL)0);
    }
    part[lid] = payoff;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = SIDE / 2; h > 0; h >>= 1) {
        if (lid < h) part[lid] += part[lid + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) sums[get_group_id(0)] = part[0];
}

// Light that bounces BOUNCES times among balls in constant memory, SAMPLES a pixel.
#ifndef BOUNCES
#define BOUNCES 4
#endif
#ifndef BALLS
#define BALLS 8
#endif

typedef struct {
    float4 place;
    float4 colour;
} ball_t;

inline uint scramble(uint v) {
    v = (v ^ 61u) ^ (v >> 16);
    v *= 9u;
    v ^= v >> 4;
    v *= 0x27d4eb2du;
    return v ^ (v >> 15);
}

__kernel void bounce_light(__global float4* restrict image, __constant ball_t* restrict balls, const int width,
                           const int height, const int samples, const uint seed) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    uint state = scramble(seed + y * width + x);
    float3 sum = (float3)(0.0f);
    for (int k = 0; k < samples; ++k) {
        float3 from = (float3)(0.0f, 0.0f, -3.0f);
        float3 ray = normalize((float3)((2.0f * x - width) / height, (2.0f * y - height) / height, 1.5f));
        float3 left = (float3)(1.0f);
#pragma unroll 1
        for (int b = 0; b < BOUNCES; ++b) {
            float nearest = 1e20f;
            int hit = 0;
            for (int i = 0; i < BALLS; ++i) {
                const float4 s = balls[i].place;
                const float3 o = s.xyz - from;
                const float along = dot(o, ray);
                const float d = along * along - dot(o, o) + s.w * s.w;
                const float t = along - native_sqrt(fmax(d, 0.0f));
                const bool closer = (d > 0.0f) & (t > 1e-3f) & (t < nearest);
                nearest = closer ? t : nearest;
                hit = closer ? i : hit;
            }
            const bool none = nearest > 1e19f;
            const float t = none ? 1.0f : nearest;
            const float3 p = from + t * ray;
            const float3 n = none ? (float3)(0.0f, 1.0f, 0.0f) : (p - balls[hit].place.xyz) / balls[hit].place.w;
            left *= none ? (float3)(0.9f) : balls[hit].colour.xyz;
            state = scramble(state);
            const float u = (state >> 8) * 5.9604645e-8f * 6.2831853f;
            state = scramble(state);
            const float h = (state >> 8) * 1.1920929e-7f - 1.0f;
            const float r = native_sqrt(fmax(1.0f - h * h, 0.0f));
            from = p;
            ray = normalize(n + (float3)(r * native_cos(u), r * native_sin(u), h) * 0.999f);
        }
        sum += left;
    }
    image[y * width + x] = (float4)(sum / (float)samples, 1.0f);
}
