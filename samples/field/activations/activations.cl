// SPDX-License-Identifier: GPL-3.0-or-later
// Activations and other elementwise steps between the products of a network.

// Which approximation of x * Phi(x): 0 by the hyperbolic tangent, 1 by the error function, 2 by the logistic one.
#ifndef FORM
#define FORM 0
#endif

float4 gelu(float4 x) {
#if FORM == 0
    return 0.5f * x * (1.0f + tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
#elif FORM == 1
    return 0.5f * x * (1.0f + erf(x * 0.7071067812f));
#else
    return x / (1.0f + native_exp(-1.702f * x));
#endif
}

// Four elements an item.
__kernel void gelu_float4(__global const float4* in, __global float4* out, int vectors) {
    const int i = get_global_id(0);
    if (i < vectors) out[i] = gelu(in[i]);
}

// A fixed number of items walks over an array of any length.
__kernel void gelu_grid_walk(__global const float4* in, __global float4* out, int vectors) {
    for (int i = get_global_id(0); i < vectors; i += get_global_size(0)) out[i] = gelu(in[i]);
}

// Gated unit: a row of `in` has a gate and a value for each of `columns` results, gates first. Two-dimensional,
// four columns an item.
__kernel void swiglu_rows_float4(__global const float4* in, __global float4* out, int columns) {
    const int vectors = columns / 4;
    const int v = get_global_id(0);
    const int row = get_global_id(1);
    if (v >= vectors) return;
    const float4 gate = in[(size_t)row * 2 * vectors + v];
    const float4 value = in[(size_t)row * 2 * vectors + vectors + v];
    out[(size_t)row * vectors + v] = gate / (1.0f + exp(-gate)) * value;
}

// The same in half precision, WIDTH columns an item, one-dimensional with a division for the row.
#ifndef WIDTH
#define WIDTH 8
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define FLOATS JOIN(float, WIDTH)
__kernel void swiglu_rows_half(__global const half* in, __global half* out, int columns, int total) {
    const int i = get_global_id(0);
    if (i >= total) return;
    const int vectors = columns / WIDTH;
    const int row = i / vectors;
    const int v = i - row * vectors;
    const FLOATS gate = JOIN(vload_half, WIDTH)((size_t)row * 2 * vectors + v, in);
    const FLOATS value = JOIN(vload_half, WIDTH)((size_t)row * 2 * vectors + vectors + v, in);
    JOIN(vstore_half, WIDTH)(gate * native_recip(1.0f + native_exp(-gate)) * value, i, out);
}

// Bias by channel and a clipped activation on images in planes, an element an item: the channel follows from the
// index by a division and a remainder.
__kernel void bias_clip_planes(__global const float* in, __global const float* bias, __global float* out,
                               int channels, int pixels, int total, float highest) {
    const int i = get_global_id(0);
    if (i >= total) return;
    const int channel = i / pixels % channels;
    out[i] = clamp(in[i] + bias[channel], 0.0f, highest);
}

// Sum of two tensors of four dimensions, each of which may be broadcast along any dimension (stride 0). The result
// is contiguous; d1 to d3 are its inner dimensions.
__kernel void broadcast_add_strided(__global const float* a, __global const float* b, __global float* out, int d1,
                                    int d2, int d3, int total, int a0, int a1, int a2, int a3, int b0, int b1,
                                    int b2, int b3) {
    const int i = get_global_id(0);
    if (i >= total) return;
    const int x3 = i % d3;
    const int upper3 = i / d3;
    const int x2 = upper3 % d2;
    const int upper2 = upper3 / d2;
    const int x1 = upper2 % d1;
    const int x0 = upper2 / d1;
    out[i] = a[x0 * a0 + x1 * a1 + x2 * a2 + x3 * a3] + b[x0 * b0 + x1 * b1 + x2 * b2 + x3 * b3];
}
