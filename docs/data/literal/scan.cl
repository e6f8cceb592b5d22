// SPDX-License-Identifier: GPL-3.0-or-later
// Two scans of samples/scan/scan.cl as one writes them without a look at the paper's strings: elements are added and
// swapped in place, by expressions as long as they come.
#define SIZE (2 * T)
#define PAD(i) ((i) + ((i) >> 4))

__kernel void scan_init(__global const float* data_in, __global float* data_out, __global float* block_sums) {
    __local float shared[SIZE];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    shared[t] = data_in[group * SIZE + t];
    shared[t + T] = data_in[group * SIZE + t + T];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int n = 2 * t + 1;
    for (int stride = 2; stride <= SIZE; stride *= 2) {
        if ((n + 1) % stride == 0) shared[n] += shared[n - stride / 2];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        block_sums[group] = shared[SIZE - 1];
        shared[SIZE - 1] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stride = SIZE; stride >= 2; stride /= 2) {
        if ((n + 1) % stride == 0) {
            const float left = shared[n - stride / 2];
            shared[n - stride / 2] = shared[n];
            shared[n] += left;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data_out[group * SIZE + t] = shared[t];
    data_out[group * SIZE + t + T] = shared[t + T];
}

__kernel void scan_div_bank(__global const float* data_in, __global float* data_out, __global float* block_sums) {
    __local float shared[PAD(SIZE)];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    shared[PAD(t)] = data_in[group * SIZE + t];
    shared[PAD(t + T)] = data_in[group * SIZE + t + T];
    barrier(CLK_LOCAL_MEM_FENCE);
    int distance = 1;
    for (int active = T; active > 0; active /= 2) {
        if (t < active) {
            const int left = distance * (2 * t + 1) - 1;
            const int right = distance * (2 * t + 2) - 1;
            shared[PAD(right)] += shared[PAD(left)];
        }
        distance *= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        block_sums[group] = shared[PAD(SIZE - 1)];
        shared[PAD(SIZE - 1)] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = 1; active <= T; active *= 2) {
        distance /= 2;
        if (t < active) {
            const int left = distance * (2 * t + 1) - 1;
            const int right = distance * (2 * t + 2) - 1;
            const float lower = shared[PAD(left)];
            shared[PAD(left)] = shared[PAD(right)];
            shared[PAD(right)] += lower;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data_out[group * SIZE + t] = shared[PAD(t)];
    data_out[group * SIZE + t + T] = shared[PAD(t + T)];
}
