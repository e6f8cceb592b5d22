// SPDX-License-Identifier: GPL-3.0-or-later
// Values that a loop hands on from variable to variable, as stencils along a column do: when does a warp wait for what
// it loads?
//
// DEPTH: values in the queue. WHERE: 0 a step loads the last of them before it computes, 1 behind that. USED: which of
// them a step uses: 0 all, 1 all but the last, so that only its move needs it. WORK: what a step does besides:
// 0 nothing, 1 puts the middle one into local memory between two barriers, 2 fills a tile of local memory in an inner
// loop between two barriers, 3 loads two neighbours from global memory.
#ifndef SIZE
#define SIZE 32
#endif

__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
value_queues(__global const float* in, __global float* out, int pitch, int steps) {
    __local float tile[SIZE + 64];
    const int item = get_global_id(0), lane = get_local_id(0);
    float queue[DEPTH + 1];
    int at = item;
    #pragma unroll
    for (int k = 0; k < DEPTH + WHERE; ++k) {
        queue[k] = in[at];
        at += pitch;
    }
    for (int s = 0; s < steps; ++s) {
#if WHERE == 0
        queue[DEPTH] = in[at];
        at += pitch;
#endif
        float sum = 0.0f;
#if WORK == 1
        tile[lane] = queue[DEPTH / 2];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = tile[(lane + 1) % SIZE] + tile[(lane + SIZE - 1) % SIZE];
#elif WORK == 2
        for (int i = lane; i < SIZE + 8; i += SIZE) tile[i] = in[s * pitch + (item - lane) + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; ++k) sum += tile[lane + k];
#elif WORK == 3
        sum = in[s * pitch + item + 1] + in[s * pitch + item + 2];
#endif
        #pragma unroll
        for (int k = 0; k <= DEPTH - USED; ++k) sum += (k + 2.0f) * queue[k];
        out[s * pitch + item] = sum;
#if WORK == 1 || WORK == 2
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        #pragma unroll
        for (int k = 0; k < DEPTH; ++k) queue[k] = queue[k + 1];
#if WHERE == 1
        queue[DEPTH] = in[at];
        at += pitch;
#endif
    }
}
