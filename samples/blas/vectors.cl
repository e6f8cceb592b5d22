// SPDX-License-Identifier: GPL-3.0-or-later
// Vector operations of BLAS: the linear algebra of Steuwer (dissertation, Münster 2015), sections 4.3 and 6.3.
// The outputs are vectors of their own, so that a launch can be repeated.

// out = alpha * x + y, an element a work-item: two loads and a store for two operations.
__kernel void saxpy(__global const float* x, __global const float* y, __global float* out, float alpha,
                    uint n) {
    const uint i = get_global_id(0);
    if (i < n) out[i] = alpha * x[i] + y[i];
}

// out = alpha * x, an element a work-item.
__kernel void scal(__global const float* x, __global float* out, float alpha, uint n) {
    const uint i = get_global_id(0);
    if (i < n) out[i] = alpha * x[i];
}

// The same, four elements a work-item by one load and one store; n is a multiple of four.
__kernel void scal_float4(__global const float4* x, __global float4* out, float alpha, uint n) {
    const uint i = get_global_id(0);
    if (i < n / 4) out[i] = alpha * x[i];
}

#ifndef WG_SIZE
#define WG_SIZE 128
#endif

// The sum over the group's work-items, for work-item 0.
float groupSum(__local float* shared, float value) {
    const uint item = get_local_id(0);
    shared[item] = value;
    for (uint stride = WG_SIZE / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < stride) shared[item] += shared[item + stride];
    }
    return shared[item];
}

// A partial sum of |x| for each group. A work-item takes every get_global_size(0)-th element, so that
// neighbours read neighbours, and keeps its sum in a register.
__kernel void asum(__global const float* x, __global float* sums, uint n) {
    __local float shared[WG_SIZE];
    float sum = 0.0f;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += fabs(x[i]);
    sum = groupSum(shared, sum);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}

// A partial sum of x * y for each group, in the same way.
__kernel void dot_product(__global const float* x, __global const float* y, __global float* sums, uint n) {
    __local float shared[WG_SIZE];
    float sum = 0.0f;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += x[i] * y[i];
    sum = groupSum(shared, sum);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}
