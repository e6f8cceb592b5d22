// SPDX-License-Identifier: GPL-3.0-or-later
// out = W * x for a matrix of weights that are stored in 4 or 8 bits, as language models have it: a block of 32
// neighbouring weights of a row has a scale, a half, by which its small whole numbers are multiplied. Weights of 4 bits
// are 0 to 15, of which 8 is zero; byte j of a block holds weight j in its lower half and weight j + 16 in its upper
// one. Arithmetic is in float but where said.
//
//   LANES     work-items that share a row, a power of two
//   LINES     such lines of work-items a work-group
//   ROWS      consecutive rows a line (matvec_q4_arrays)
//   WG_SIZE   work-items of a group of matvec_q8_interleaved
// `columns` is a multiple of 32.

#ifndef LANES
#define LANES 32
#endif
#ifndef LINES
#define LINES 4
#endif
#ifndef ROWS
#define ROWS 1
#endif
#ifndef WG_SIZE
#define WG_SIZE 128
#endif

// A block with its scale in front: 18 and 34 bytes, so that blocks are aligned to 2 bytes and no more. The scale's type
// would be half, which a device without half arithmetic does not know as a member.
typedef struct {
    ushort scale;
    uchar quants[16];
} block_q4;

typedef struct {
    ushort scale;
    char quants[32];
} block_q8;

// The sum over a line of work-items, for its first.
inline float sum_of_line(const float value, __local float* shared) {
    const uint lane = get_local_id(0);
    __local float* mine = shared + get_local_id(1) * LANES;
    mine[lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = LANES / 2; stride > 0; stride /= 2) {
        if (lane < stride) mine[lane] += mine[lane + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return mine[0];
}

// Weights and scales in arrays of their own. A work-item takes 4 bytes, so four of them share a block.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void matvec_q4_arrays(const __global uchar4* restrict quants, const __global half* restrict scales,
                               const __global float4* restrict x, __global float* restrict out, const uint rows,
                               const uint columns) {
    __local float shared[LINES * LANES];
    const uint first = get_global_id(1) * ROWS;
    float sums[ROWS];
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) sums[r] = 0.0f;
    for (uint part = get_local_id(0); part < columns / 8; part += LANES) {
        const uint block = part / 4;
        const float4 x_low = x[block * 8 + part % 4];
        const float4 x_high = x[block * 8 + 4 + part % 4];
        #pragma unroll
        for (uint r = 0; r < ROWS; ++r) {
            const uint row = min(first + r, rows - 1);
            const uchar4 packed = quants[row * (columns / 8) + part];
            const float scale = vload_half(row * (columns / 32) + block, scales);
            const float4 low = convert_float4(packed & (uchar4)(15)) - 8.0f;
            const float4 high = convert_float4(packed >> (uchar4)(4)) - 8.0f;
            sums[r] += scale * (dot(low, x_low) + dot(high, x_high));
        }
    }
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) {
        const float sum = sum_of_line(sums[r], shared);
        if (get_local_id(0) == 0 && first + r < rows) out[first + r] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// An array of blocks; a work-item takes whole ones.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void matvec_q4_blocks(const __global block_q4* restrict blocks, const __global float* restrict x,
                               __global float* restrict out, const uint rows, const uint columns) {
    __local float shared[LINES * LANES];
    const uint row = get_global_id(1);
    const uint count = columns / 32;
    float sum = 0.0f;
    if (row < rows) {
        for (uint i = get_local_id(0); i < count; i += LANES) {
            const __global block_q4* block = blocks + row * count + i;
            const __global float* xs = x + i * 32;
            float products = 0.0f;
            #pragma unroll
            for (uint j = 0; j < 16; ++j) {
                const int packed = block->quants[j];
                products += (float)((packed & 15) - 8) * xs[j] + (float)((packed >> 4) - 8) * xs[j + 16];
            }
            sum += vload_half(0, (const __global half*)&block->scale) * products;
        }
    }
    const float total = sum_of_line(sum, shared);
    if (get_local_id(0) == 0 && row < rows) out[row] = total;
}

// The same with 8 bits; a work-item takes a quarter of a block, so that four neighbours share one.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void matvec_q8_blocks(const __global block_q8* restrict blocks, const __global float* restrict x,
                               __global float* restrict out, const uint rows, const uint columns) {
    __local float shared[LINES * LANES];
    const uint row = get_global_id(1);
    const uint count = columns / 32;
    float sum = 0.0f;
    if (row < rows) {
        for (uint part = get_local_id(0); part < count * 4; part += LANES) {
            const __global block_q8* block = blocks + row * count + part / 4;
            const uint first = part % 4 * 8;
            const float8 weights = convert_float8(vload8(0, block->quants + first));
            const float8 xs = vload8(0, x + part * 8);
            const float products = dot(weights.lo, xs.lo) + dot(weights.hi, xs.hi);
            sum += vload_half(0, (const __global half*)&block->scale) * products;
        }
    }
    const float total = sum_of_line(sum, shared);
    if (get_local_id(0) == 0 && row < rows) out[row] = total;
}

// Blocks of the same columns of all rows lie together, so that a work-item has a row to itself and neighbours still
// read neighbours; the group's work-items load the 32 elements of x together.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void matvec_q8_interleaved(const __global char16* restrict quants, const __global half* restrict scales,
                                    const __global float* restrict x, __global float* restrict out, const uint rows,
                                    const uint columns) {
    __local float xs[32];
    const uint row = get_global_id(0);
    const uint safe = min(row, rows - 1);
    float sum = 0.0f;
    for (uint block = 0; block < columns / 32; ++block) {
        if (get_local_id(0) < 32) xs[get_local_id(0)] = x[block * 32 + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        float16 products = convert_float16(quants[(block * rows + safe) * 2]) * vload16(0, xs);
        products += convert_float16(quants[(block * rows + safe) * 2 + 1]) * vload16(1, xs);
        const float8 eights = products.lo + products.hi;
        const float4 fours = eights.lo + eights.hi;
        sum += vload_half(block * rows + safe, scales) * (fours.x + fours.y + fours.z + fours.w);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows) out[row] = sum;
}

// x is in 8 bits too, with a scale for each 32 elements: the products of a block are whole numbers, added as such.
__attribute__((reqd_work_group_size(LANES, LINES, 1)))
__kernel void matvec_q4_integer(const __global uint* restrict quants, const __global half* restrict scales,
                                const __global char4* restrict x_quants, const __global float* restrict x_scales,
                                __global float* restrict out, const uint rows, const uint columns) {
    __local float shared[LINES * LANES];
    const uint row = get_global_id(1);
    const uint count = columns / 32;
    float sum = 0.0f;
    if (row < rows) {
        for (uint block = get_local_id(0); block < count; block += LANES) {
            int products = 0;
            #pragma unroll
            for (uint j = 0; j < 4; ++j) {
                const uint packed = quants[(row * count + block) * 4 + j];
                const int4 low = convert_int4(x_quants[block * 8 + j]);
                const int4 high = convert_int4(x_quants[block * 8 + 4 + j]);
                products += ((int)(packed & 15u) - 8) * low.x + ((int)((packed >> 4) & 15u) - 8) * high.x;
                products += ((int)((packed >> 8) & 15u) - 8) * low.y + ((int)((packed >> 12) & 15u) - 8) * high.y;
                products += ((int)((packed >> 16) & 15u) - 8) * low.z + ((int)((packed >> 20) & 15u) - 8) * high.z;
                products += ((int)((packed >> 24) & 15u) - 8) * low.w + ((int)(packed >> 28) - 8) * high.w;
            }
            sum += vload_half(row * count + block, scales) * x_scales[block] * (float)products;
        }
    }
    const float total = sum_of_line(sum, shared);
    if (get_local_id(0) == 0 && row < rows) out[row] = total;
}
