// SPDX-License-Identifier: GPL-3.0-or-later
// How wide an access is: the same bytes moved by scalars and by vectors, aligned or not, forwards, backwards or far
// apart, to global and to local memory.
//
// Macros: WIDTH is the number of scalars of an access (1, 2, 4, 8 or 16), SHIFT by how many scalars accesses lie off
// their alignment, REPEAT how many vectors a work-item moves, SIZE the local size, ROUNDS how often local memory is
// passed, HOP the distance of far accesses in vectors.
#ifndef WIDTH
#define WIDTH 4
#endif
#ifndef SHIFT
#define SHIFT 0
#endif
#ifndef REPEAT
#define REPEAT 1
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef ROUNDS
#define ROUNDS 16
#endif
#ifndef HOP
#define HOP 17
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float vector;
typedef uchar bytes;
typedef ushort sums;
#define LOAD(place, from) ((from)[place])
#define STORE(value, place, to) ((to)[place] = (value))
#define LOAD_HALF vload_half
#define STORE_HALF vstore_half
#define TO_SUMS convert_ushort
#define TO_BYTES convert_uchar
#else
typedef JOIN(float, WIDTH) vector;
typedef JOIN(uchar, WIDTH) bytes;
typedef JOIN(ushort, WIDTH) sums;
#define LOAD JOIN(vload, WIDTH)
#define STORE JOIN(vstore, WIDTH)
#define LOAD_HALF JOIN(vload_half, WIDTH)
#define STORE_HALF JOIN(vstore_half, WIDTH)
#define TO_SUMS JOIN(convert_ushort, WIDTH)
#define TO_BYTES JOIN(convert_uchar, WIDTH)
#endif

// Vectors by pointers to vectors, aligned; REPEAT of them a work-item, a grid's width apart. n counts vectors.
__kernel void scale_vectors(__global const vector* x, __global vector* y, float factor, uint n) {
    const uint all = get_global_size(0);
    const uint own = get_global_id(0);
    #pragma unroll
    for (uint r = 0; r < REPEAT; ++r) {
        const uint i = own + r * all;
        if (i < n) y[i] = factor * x[i];
    }
}

// Vectors by vload and vstore, which need no alignment: both begin SHIFT scalars behind one that has it.
__kernel void scale_unaligned(__global const float* x, __global float* y, float factor, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    const vector value = LOAD(i, x + SHIFT);
    STORE(factor * value, i, y + SHIFT);
}

// Halves in memory, floats in between.
__kernel void scale_halves(__global const half* x, __global half* y, float factor, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    STORE_HALF(factor * LOAD_HALF(i, x), i, y);
}

// Two pictures of bytes, blended by a third.
__kernel void blend_bytes(__global const bytes* over, __global const bytes* under, __global const bytes* opacity,
                          __global bytes* blended, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    const sums weight = TO_SUMS(opacity[i]);
    const sums sum = TO_SUMS(over[i]) * weight + TO_SUMS(under[i]) * (sums)((sums)(255) - weight);
    blended[i] = TO_BYTES((sums)((sums)(sum + (sums)(128)) >> (sums)(8)));
}

// From the last vector to the first.
__kernel void reverse_vectors(__global const vector* x, __global vector* y, uint n) {
    const uint i = get_global_id(0);
    if (i < n) y[n - 1 - i] = x[i];
}

// Vectors that lie HOP apart, around the end; n is a power of two and HOP odd, so each is read once.
__kernel void gather_vectors(__global const vector* x, __global vector* y, uint n) {
    const uint i = get_global_id(0);
    if (i < n) y[i] = x[(i * HOP) & (n - 1)];
}

// A group's vectors wander through local memory: in each round a work-item takes the mean of its own and another's.
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
mix_local_vectors(__global const vector* x, __global vector* y) {
    __local vector shared[SIZE];
    const uint item = get_local_id(0);
    vector own = x[get_global_id(0)];
    for (uint round = 1; round <= ROUNDS; ++round) {
        shared[item] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        own = 0.5f * (own + shared[(item * HOP + round) % SIZE]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[get_global_id(0)] = own;
}

// Local memory as scalars whatever WIDTH is: a work-item keeps WIDTH neighbouring ones, so its accesses meet those of
// others in few banks; the same result as above.
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
mix_local_scalars(__global const float* x, __global float* y) {
    __local float shared[SIZE * WIDTH];
    const uint item = get_local_id(0);
    const uint first = get_global_id(0) * WIDTH;
    float own[WIDTH];
    #pragma unroll
    for (uint k = 0; k < WIDTH; ++k) own[k] = x[first + k];
    for (uint round = 1; round <= ROUNDS; ++round) {
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k) shared[item * WIDTH + k] = own[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint other = (item * HOP + round) % SIZE;
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k) own[k] = 0.5f * (own[k] + shared[other * WIDTH + k]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (uint k = 0; k < WIDTH; ++k) y[first + k] = own[k];
}

// Three scalars at a time: places of points moved, as vload3 and vstore3 have them, 12 bytes apart.
__kernel void move_points(__global const float* x, __global float* y, float dx, float dy, float dz, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    vstore3(vload3(i, x) + (float3)(dx, dy, dz), i, y);
}
