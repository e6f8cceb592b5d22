// SPDX-License-Identifier: GPL-3.0-or-later
// Exclusive prefix sums of blocks of 2 * T elements by groups of T work-items: the scan of Baghsorkhi et al. 2010,
// section 4 and Figure 5, in four versions. Build with -DT=<local size>, a power of two of at least 16.
// block_sums[group] receives the sum of the block, for a second pass over blocks.
#define SIZE (2 * T)

// One unused element after every 16: neighbours 16 apart fall into different banks.
#define PAD(i) ((i) + ((i) >> 4))

// Init: work-item t owns element 2 t + 1. Active work-items are spread over all warps.
__kernel void scan_init(__global const float* data_in, __global float* data_out, __global float* block_sums) {
    __local float shared[SIZE];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    __local float* own = &shared[t];
    __global const float* source = &data_in[group * SIZE + t];
    own[0] = source[0];
    own[T] = source[T];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int n = 2 * t + 1;
    for (int stride = 2; stride <= SIZE; stride <<= 1) {
        if ((n + 1) % stride == 0) {
            const float right = shared[n];
            const float left = shared[n - (stride >> 1)];
            shared[n] = right + left;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        const float total = shared[SIZE - 1];
        block_sums[group] = total;
        shared[SIZE - 1] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stride = SIZE; stride >= 2; stride >>= 1) {
        if ((n + 1) % stride == 0) {
            const float right = shared[n];
            const int other = n - (stride >> 1);
            const float left = shared[other];
            const float sum = left + right;
            shared[other] = right;
            shared[n] = sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float first = own[0];
    __global float* destination = &data_out[group * SIZE + t];
    destination[0] = first;
    destination[T] = own[T];
}

// Init_Bank: the same with padding.
__kernel void scan_init_bank(__global const float* data_in, __global float* data_out, __global float* block_sums) {
    __local float shared[PAD(SIZE)];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    __local float* own = &shared[PAD(t)];
    __global const float* source = &data_in[group * SIZE + t];
    own[0] = source[0];
    own[PAD(T)] = source[T];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int n = 2 * t + 1;
    for (int stride = 2; stride <= SIZE; stride <<= 1) {
        if ((n + 1) % stride == 0) {
            const float right = shared[PAD(n)];
            const int other = n - (stride >> 1);
            const float left = shared[PAD(other)];
            shared[PAD(n)] = right + left;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        const float total = shared[PAD(SIZE - 1)];
        block_sums[group] = total;
        shared[PAD(SIZE - 1)] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stride = SIZE; stride >= 2; stride >>= 1) {
        if ((n + 1) % stride == 0) {
            const float right = shared[PAD(n)];
            const int other = n - (stride >> 1);
            const float left = shared[PAD(other)];
            const float sum = left + right;
            shared[PAD(other)] = right;
            shared[PAD(n)] = sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float first = own[0];
    __global float* destination = &data_out[group * SIZE + t];
    destination[0] = first;
    destination[T] = own[PAD(T)];
}

// Div: the active work-items are always the first ones, so whole warps drop out. Each carries the positions of its
// pair and moves them one level up the tree after use; on the way down it moves them back.
__kernel void scan_div(__global const float* data_in, __global float* data_out, __global float* block_sums) {
    __local float shared[SIZE];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    __local float* own = &shared[t];
    __global const float* source = &data_in[group * SIZE + t];
    own[0] = source[0];
    own[T] = source[T];
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = 2 * t;
    int right = left + 1;
    for (int active = T; active > 0; active >>= 1) {
        if (t < active) {
            const float upper = shared[right];
            const float lower = shared[left];
            shared[right] = upper + lower;
            left = 2 * left + 1;
            right = 2 * right + 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        const float total = shared[SIZE - 1];
        block_sums[group] = total;
        shared[SIZE - 1] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    left >>= 1;
    right >>= 1;
    for (int active = 1; active <= T; active <<= 1) {
        if (t < active) {
            const float upper = shared[right];
            const float lower = shared[left];
            const float sum = upper + lower;
            shared[left] = upper;
            shared[right] = sum;
            left >>= 1;
            right >>= 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float first = own[0];
    __global float* destination = &data_out[group * SIZE + t];
    destination[0] = first;
    destination[T] = own[T];
}

// Div_Bank: both.
__kernel void scan_div_bank(__global const float* data_in, __global float* data_out, __global float* block_sums) {
    __local float shared[PAD(SIZE)];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    __local float* own = &shared[PAD(t)];
    __global const float* source = &data_in[group * SIZE + t];
    own[0] = source[0];
    own[PAD(T)] = source[T];
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = 2 * t;
    int right = left + 1;
    for (int active = T; active > 0; active >>= 1) {
        if (t < active) {
            const int to = PAD(right);
            const float upper = shared[to];
            const float lower = shared[PAD(left)];
            shared[to] = upper + lower;
            left = 2 * left + 1;
            right = 2 * right + 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        const float total = shared[PAD(SIZE - 1)];
        block_sums[group] = total;
        shared[PAD(SIZE - 1)] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    left >>= 1;
    right >>= 1;
    for (int active = 1; active <= T; active <<= 1) {
        if (t < active) {
            const int to = PAD(right);
            const float upper = shared[to];
            const int from = PAD(left);
            const float lower = shared[from];
            const float sum = upper + lower;
            shared[from] = upper;
            shared[to] = sum;
            left >>= 1;
            right >>= 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float first = own[0];
    __global float* destination = &data_out[group * SIZE + t];
    destination[0] = first;
    destination[T] = own[PAD(T)];
}
