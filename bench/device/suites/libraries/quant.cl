// SPDX-License-Identifier: GPL-3.0-or-later
// Weights in blocks of 32 four-bit numbers with a scale of their own, as they lie in a file.

#define BLOCK_LEN 32

typedef struct {
    ushort scale; // a half
    uchar pairs[BLOCK_LEN / 2];
} block_q4;

#ifndef LANES
#define LANES 32
#endif
#ifndef OUTPUTS
#define OUTPUTS 2
#endif
#ifndef ROW_GROUPS
#define ROW_GROUPS 4
#endif

// The low nibbles are the first half of a block, the high ones the second; eight stand for zero.
inline float block_dot(const __global block_q4* b, const __global float* x) {
    float acc = 0.0f;
#pragma unroll
    for (int i = 0; i < BLOCK_LEN / 8; ++i) {
        const uchar4 q = vload4(i, b->pairs);
        const float4 low = convert_float4(q & (uchar4)(15)) - 8.0f;
        const float4 high = convert_float4(q >> (uchar4)(4)) - 8.0f;
        acc += dot(low, vload4(i, x)) + dot(high, vload4(i, x + BLOCK_LEN / 2));
    }
    return acc * vload_half(0, (const __global half*)&b->scale);
}

// LANES items share OUTPUTS rows and walk along their blocks; sums meet in local memory.
__kernel __attribute__((reqd_work_group_size(LANES, ROW_GROUPS, 1))) void
q4_matvec(const __global block_q4* restrict w, const __global float* restrict x, __global float* restrict y,
          const int rows, const int blocks) {
    __local float part[ROW_GROUPS][OUTPUTS][LANES];
    const int lane = get_local_id(0);
    const int slot = get_local_id(1);
    const int row0 = (get_group_id(1) * ROW_GROUPS + slot) * OUTPUTS;
    float acc[OUTPUTS];
#pragma unroll
    for (int o = 0; o < OUTPUTS; ++o) acc[o] = 0.0f;
    for (int b = lane; b < blocks; b += LANES) {
#pragma unroll
        for (int o = 0; o < OUTPUTS; ++o)
            acc[o] += block_dot(w + (size_t)min(row0 + o, rows - 1) * blocks + b, x + b * BLOCK_LEN);
    }
#pragma unroll
    for (int o = 0; o < OUTPUTS; ++o) part[slot][o][lane] = acc[o];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < OUTPUTS && row0 + lane < rows) {
        float sum = 0.0f;
        for (int i = 0; i < LANES; ++i) sum += part[slot][lane][i];
        y[row0 + lane] = sum;
    }
}

// Back to halves: an item four bytes of a block, eight numbers.
__kernel void q4_expand(const __global block_q4* restrict w, __global half* restrict out, const uint blocks) {
    const uint id = get_global_id(0);
    const uint block = id / 4;
    const uint part = id % 4;
    if (block >= blocks) return;
    const float scale = vload_half(0, (const __global half*)&w[block].scale);
    const uchar4 q = vload4(part, w[block].pairs);
    __global half* to = out + (size_t)block * BLOCK_LEN + part * 4;
    vstore_half4((convert_float4(q & (uchar4)(15)) - 8.0f) * scale, 0, to);
    vstore_half4((convert_float4(q >> (uchar4)(4)) - 8.0f) * scale, 0, to + BLOCK_LEN / 2);
}
