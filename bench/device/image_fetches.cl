// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches of texels that nothing but the texture pipe and L1 bound, or that wait for each other.
//
// ORDER: how a warp's lanes lie on the image: 0 along a row, 1 along a column, 2 as a block of 8 x 4, 3 at random.
// SPREAD: the image's rows and columns that a warp walks over, a power of two: what L1 holds, or what it does not.

#ifndef ORDER
#define ORDER 0
#endif

#if LINEAR
#define FILTER CLK_FILTER_LINEAR
#define AT(x, y) (float2)((x) + 0.25f, (y) + 0.25f)
#else
#define FILTER CLK_FILTER_NEAREST
#define AT(x, y) (float2)((x) + 0.5f, (y) + 0.5f)
#endif

__constant sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | FILTER;

int2 placeOf(uint lane, uint warp) {
#if ORDER == 0
    const uint2 in = (uint2)(lane, 0);
#elif ORDER == 1
    const uint2 in = (uint2)(0, lane);
#elif ORDER == 2
    const uint2 in = (uint2)(lane & 7, lane >> 3);
#else
    const uint bits = (warp * 32 + lane) * 2654435761u;
    const uint2 in = (uint2)(bits >> 8, bits >> 20);
#endif
    const uint start = warp * 2654435761u;
    return (int2)((in.x + (start >> 10) * 32) & (SPREAD - 1), (in.y + (start >> 21) * 32) & (SPREAD - 1));
}

// Eight fetches a step, none of which waits for another.
__kernel void image_rate(read_only image2d_t in, __global float4* out, uint steps) {
    const uint item = get_global_id(0);
    int2 at = placeOf(get_local_id(0) & 31, item >> 5);
    float4 a = (float4)(0.0f), b = a, c = a, d = a;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
        a += read_imagef(in, how, AT(at.x, at.y));
        b += read_imagef(in, how, AT((at.x + 32) & (SPREAD - 1), at.y));
        c += read_imagef(in, how, AT(at.x, (at.y + 32) & (SPREAD - 1)));
        d += read_imagef(in, how, AT((at.x + 32) & (SPREAD - 1), (at.y + 32) & (SPREAD - 1)));
        a += read_imagef(in, how, AT(at.x, (at.y + 8) & (SPREAD - 1)));
        b += read_imagef(in, how, AT((at.x + 32) & (SPREAD - 1), (at.y + 8) & (SPREAD - 1)));
        c += read_imagef(in, how, AT(at.x, (at.y + 16) & (SPREAD - 1)));
        d += read_imagef(in, how, AT((at.x + 32) & (SPREAD - 1), (at.y + 16) & (SPREAD - 1)));
        at = (int2)((at.x + 64) & (SPREAD - 1), (at.y + 1) & (SPREAD - 1));
    }
    out[item] = a + b + c + d;
}

// Each fetch goes where the one before says, which is the same place: the image holds zeros.
__kernel void image_chase(read_only image2d_t in, __global float4* out, uint steps) {
    const uint item = get_global_id(0);
    const int2 at = placeOf(get_local_id(0) & 31, item >> 5);
    float4 found = (float4)(0.0f);
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s)
        found = read_imagef(in, how, AT((at.x + (s & 7) * 32) & (SPREAD - 1), at.y) + found.xy);
    out[item] = found;
}

// The same words through a buffer, to lay beside it.
__kernel void buffer_chase(__global const float* restrict in, __global float* out, uint steps) {
    const uint item = get_global_id(0);
    const int2 at = placeOf(get_local_id(0) & 31, item >> 5);
    float found = 0.0f;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s)
        found = in[at.y * SPREAD + ((at.x + (s & 7) * 32 + (int)found) & (SPREAD - 1))];
    out[item] = found;
}

// Texels stored, none of which is read.
__kernel void image_stores(write_only image2d_t out, uint steps) {
    int2 at = placeOf(get_local_id(0) & 31, get_global_id(0) >> 5);
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
        write_imagef(out, at, (float4)(s));
        at = (int2)((at.x + 64) & (SPREAD - 1), (at.y + 1) & (SPREAD - 1));
    }
}
