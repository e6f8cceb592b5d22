// SPDX-License-Identifier: GPL-3.0-or-later
// Partial sums of an array, one for each work-group: the seven steps by which Steuwer (dissertation, Münster
// 2015, section 5.1) makes a reduction ten times faster. Each kernel changes one thing of the one before. Build
// with -DWG_SIZE=<local size>, a power of two of at least 64; `shared` has room for that many floats.

// How many work-items of consecutive index run in lock-step. 32 lets the last warp do without barriers, which
// is right for NVIDIA GPUs before Volta alone. 1 promises nothing and is right everywhere.
#ifndef LOCKSTEP
#define LOCKSTEP 1
#endif

// Version 0: active work-items are a power of two apart, so every warp stays busy to the last step, most of its
// lanes idle. The remainder is costly by itself.
__kernel void reduce_modulo(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    const uint i = get_global_id(0);
    shared[item] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = 1; stride < size; stride *= 2) {
        if (item % (2 * stride) == 0) shared[item] += shared[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) sums[get_group_id(0)] = shared[0];
}

// Version 1: the first work-items take the same pairs, so whole warps fall idle; but the elements of neighbours
// lie a power of two apart and meet in few banks.
__kernel void reduce_strided(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    const uint i = get_global_id(0);
    shared[item] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = 1; stride < size; stride *= 2) {
        const uint left = 2 * stride * item;
        if (left < size) shared[left] += shared[left + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) sums[get_group_id(0)] = shared[0];
}

// Version 2: the second half is added to the first, neighbours take neighbours. This pairs other elements, so
// it needs an operation that commutes.
__kernel void reduce_sequential(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    const uint i = get_global_id(0);
    shared[item] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = size / 2; stride > 0; stride /= 2) {
        if (item < stride) shared[item] += shared[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) sums[get_group_id(0)] = shared[0];
}

// Elements i and i + size, as far as there are any.
float pairSum(__global const float* in, uint i, uint size, uint n) {
    float sum = i < n ? in[i] : 0.0f;
    if (i + size < n) sum += in[i + size];
    return sum;
}

// Version 3: half as many groups, each of which takes two elements per work-item and adds them while it loads.
__kernel void reduce_first_add(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    shared[item] = pairSum(in, get_group_id(0) * 2 * size + item, size, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = size / 2; stride > 0; stride /= 2) {
        if (item < stride) shared[item] += shared[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) sums[get_group_id(0)] = shared[0];
}

// The last 64 sums, for which one warp is enough; the result is in shared[0] for work-item 0. In lock-step each
// of six steps ends before the next begins. Without it, 8 work-items add 8 sums each and then one of them adds
// the 8: one barrier where six steps would need five.
void lastWarp(__local float* shared, uint item) {
#if LOCKSTEP >= 32
    __local volatile float* last = shared;
    if (item < 32) {
        last[item] += last[item + 32];
        last[item] += last[item + 16];
        last[item] += last[item + 8];
        last[item] += last[item + 4];
        last[item] += last[item + 2];
        last[item] += last[item + 1];
    }
#else
    if (item < 8) {
        float sum = shared[item];
        #pragma unroll
        for (uint i = 8; i < 64; i += 8) sum += shared[item + i];
        shared[item] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        float sum = shared[0];
        #pragma unroll
        for (uint i = 1; i < 8; ++i) sum += shared[i];
        shared[0] = sum;
    }
#endif
}

// Version 4: barriers only as long as more than one warp has work.
__kernel void reduce_last_warp(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    shared[item] = pairSum(in, get_group_id(0) * 2 * size + item, size, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma nounroll
    for (uint stride = size / 2; stride > 32; stride /= 2) {
        if (item < stride) shared[item] += shared[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    lastWarp(shared, item);
    if (item == 0) sums[get_group_id(0)] = shared[0];
}

// The steps down to 64 sums for a size known to the compiler, which keeps those that apply.
void unrolledSteps(__local float* shared, uint item) {
    if (WG_SIZE >= 1024) {
        if (item < 512) shared[item] += shared[item + 512];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (WG_SIZE >= 512) {
        if (item < 256) shared[item] += shared[item + 256];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (WG_SIZE >= 256) {
        if (item < 128) shared[item] += shared[item + 128];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (WG_SIZE >= 128) {
        if (item < 64) shared[item] += shared[item + 64];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Version 5: no loop is left.
__kernel void reduce_unrolled(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    shared[item] = pairSum(in, get_group_id(0) * 2 * WG_SIZE + item, WG_SIZE, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    unrolledSteps(shared, item);
    lastWarp(shared, item);
    if (item == 0) sums[get_group_id(0)] = shared[0];
}

// Version 6: few groups, each of which takes pair after pair until the array ends, so the steps after it weigh
// little.
__kernel void reduce_many_loads(__global const float* in, __global float* sums, uint n, __local float* shared) {
    const uint item = get_local_id(0);
    const uint step = 2 * WG_SIZE * get_num_groups(0);
    float sum = 0.0f;
    for (uint i = get_group_id(0) * 2 * WG_SIZE + item; i < n; i += step) sum += pairSum(in, i, WG_SIZE, n);
    shared[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    unrolledSteps(shared, item);
    lastWarp(shared, item);
    if (item == 0) sums[get_group_id(0)] = shared[0];
}
