// SPDX-License-Identifier: GPL-3.0-or-later
// Vector updates with the usual macros and with increments between the elements of a vector.
//
//   VECTOR       axpby_vectors: width of loads and stores (1, 2, 4, 8); n is a multiple of it
//   WORK         axpby_vectors: vectors a work-item, written out
//   TOGETHER     axpby_vectors, 1: a work-item's vectors are neighbours, 0: they lie a launch apart
//   WORK is also of copy_increments: elements a work-item, a launch apart

#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef WORK
#define WORK 1
#endif
#ifndef TOGETHER
#define TOGETHER 0
#endif

#if VECTOR == 1
typedef float floatv;
#elif VECTOR == 2
typedef float2 floatv;
#elif VECTOR == 4
typedef float4 floatv;
#else
typedef float8 floatv;
#endif

// y = alpha * x + beta * y
__kernel void axpby_vectors(const int n, const float alpha, const float beta, const __global floatv* restrict x,
                            __global floatv* restrict y) {
    #pragma unroll
    for (int w = 0; w < WORK; ++w) {
#if TOGETHER
        const int i = get_global_id(0) * WORK + w;
#else
        const int i = w * get_global_size(0) + get_global_id(0);
#endif
        if (i < n / VECTOR) y[i] = alpha * x[i] + beta * y[i];
    }
}

// y = x, elements apart by an increment of each vector's own.
__kernel void copy_increments(const int n, const __global float* restrict x, const int x_offset, const int x_increment,
                              __global float* restrict y, const int y_offset, const int y_increment) {
    #pragma unroll
    for (int w = 0; w < WORK; ++w) {
        const int i = w * get_global_size(0) + get_global_id(0);
        if (i < n) y[i * y_increment + y_offset] = x[i * x_increment + x_offset];
    }
}

// Both ways.
__kernel void swap_increments(const int n, __global float* restrict x, const int x_increment,
                              __global float* restrict y, const int y_increment) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const float kept = x[i * x_increment];
        x[i * x_increment] = y[i * y_increment];
        y[i * y_increment] = kept;
    }
}
