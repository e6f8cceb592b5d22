// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution by windows of a single pixel: each of `outputs` channels is a weighted sum of `channels` channels of
// the same pixel. Images are in planes of `pixels` elements. An item computes OUT channels of PIX neighbouring
// pixels in registers; the weights of STEP channels lie in local memory at a time. channels is a multiple of STEP,
// outputs of OUT, pixels of PIX. Dimensions: pixels / PIX, outputs / OUT, images.
#ifndef OUT
#define OUT 8
#endif
#ifndef PIX
#define PIX 4
#endif
#ifndef STEP
#define STEP 8
#endif
#ifndef WG_X
#define WG_X 64
#endif

#if PIX == 1
#define PIXELS float
#define LOAD(i, p) (p)[i]
#define STORE(v, i, p) (p)[i] = (v)
#elif PIX == 2
#define PIXELS float2
#define LOAD vload2
#define STORE vstore2
#else
#define PIXELS float4
#define LOAD vload4
#define STORE vstore4
#endif

__kernel __attribute__((reqd_work_group_size(WG_X, 1, 1))) void
pointwise_convolution_registers(__global const float* in, __global const float* weights, __global float* out,
                                int channels, int outputs, int pixels) {
    __local float tile[OUT][STEP];
    const int item = get_local_id(0);
    const int vectors = pixels / PIX;
    const int vector = get_global_id(0);
    const int mine = min(vector, vectors - 1);
    const int firstOutput = get_group_id(1) * OUT;
    __global const float* image = in + get_group_id(2) * (size_t)channels * pixels;

    PIXELS sums[OUT];
    #pragma unroll
    for (int o = 0; o < OUT; ++o) sums[o] = (PIXELS)(0.0f);
    for (int first = 0; first < channels; first += STEP) {
        for (int i = item; i < OUT * STEP; i += WG_X)
            tile[i / STEP][i % STEP] = weights[(firstOutput + i / STEP) * channels + first + i % STEP];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int c = 0; c < STEP; ++c) {
            const PIXELS value = LOAD(mine, image + (size_t)(first + c) * pixels);
            #pragma unroll
            for (int o = 0; o < OUT; ++o) sums[o] = mad(value, (PIXELS)(tile[o][c]), sums[o]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (vector >= vectors) return;
    __global float* result = out + (get_group_id(2) * (size_t)outputs + firstOutput) * pixels;
    #pragma unroll
    for (int o = 0; o < OUT; ++o) STORE(sums[o], vector, result + (size_t)o * pixels);
}
