// SPDX-License-Identifier: GPL-3.0-or-later
// Linear layers in eight bits and in half precision storage.

#ifdef QROWS
inline int dot4(const char4 p, const char4 q, int sum) {
    sum += (int)p.x * q.x;
    sum += (int)p.y * q.y;
    sum += (int)p.z * q.z;
    return sum + (int)p.w * q.w;
}

// out = requantised(in * weights' + bias): `in` [rows][k / 4], `weights` [columns][k / 4] of char4, a scale
// for each column, a zero point of the output. Tiles of KT char4 in local memory, QROWS x QCOLUMNS sums an
// item.
__kernel __attribute__((reqd_work_group_size(LX, LY, 1)))
void int8_linear(const __global char4* restrict in, const __global char4* restrict weights,
                 const __global int* restrict bias, const __global float* restrict scales, __global char* out,
                 const int columns, const int k4, const int zero_point) {
    __local char4 in_tile[LY * QROWS][KT + 1];
    __local char4 w_tile[LX * QCOLUMNS][KT + 1];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int lid = ly * LX + lx;
    const int row0 = get_group_id(1) * LY * QROWS;
    const int column0 = get_group_id(0) * LX * QCOLUMNS;
    int sums[QROWS][QCOLUMNS];
    #pragma unroll
    for (int i = 0; i < QROWS; ++i) {
        #pragma unroll
        for (int j = 0; j < QCOLUMNS; ++j) sums[i][j] = bias[column0 + j * LX + lx];
    }
    for (int k0 = 0; k0 < k4; k0 += KT) {
        for (int s = lid; s < LY * QROWS * KT; s += LX * LY)
            in_tile[s / KT][s % KT] = in[(row0 + s / KT) * k4 + k0 + s % KT];
        for (int s = lid; s < LX * QCOLUMNS * KT; s += LX * LY)
            w_tile[s / KT][s % KT] = weights[(column0 + s / KT) * k4 + k0 + s % KT];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int kk = 0; kk < KT; ++kk) {
            char4 right[QCOLUMNS];
            #pragma unroll
            for (int j = 0; j < QCOLUMNS; ++j) right[j] = w_tile[j * LX + lx][kk];
            #pragma unroll
            for (int i = 0; i < QROWS; ++i) {
                const char4 left = in_tile[i * LY + ly][kk];
                #pragma unroll
                for (int j = 0; j < QCOLUMNS; ++j) sums[i][j] = dot4(left, right[j], sums[i][j]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int i = 0; i < QROWS; ++i) {
        #pragma unroll
        for (int j = 0; j < QCOLUMNS; ++j) {
            const int column = column0 + j * LX + lx;
            const int value = convert_int_rte(sums[i][j] * scales[column]) + zero_point;
            out[(row0 + i * LY + ly) * columns + column] = convert_char_sat(value);
        }
    }
}
#endif

#ifdef SPLIT
// One token through a layer with half weights: SPLIT items share an output, RPG outputs a group, eight values
// of a weight row at a time. out = gelu(weights * in + bias).
__kernel __attribute__((reqd_work_group_size(SPLIT, RPG, 1)))
void half_linear_gelu(const __global half* restrict weights, const __global half* restrict in,
                      const __global float* restrict bias, __global half* out, const int inputs,
                      const int outputs) {
    __local float parts[RPG][SPLIT];
    const int lane = get_local_id(0);
    const int y = get_local_id(1);
    const int row = get_global_id(1);
    const int eights = inputs / 8;
    float8 sum = (float8)(0.0f);
    if (row < outputs) {
        for (int v = lane; v < eights; v += SPLIT)
            sum = mad(vload_half8(row * eights + v, weights), vload_half8(v, in), sum);
    }
    const float4 fold = sum.lo + sum.hi;
    parts[y][lane] = fold.x + fold.y + fold.z + fold.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = SPLIT / 2; reach > 0; reach >>= 1) {
        if (lane < reach) parts[y][lane] += parts[y][lane + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < outputs) {
        const float value = parts[y][0] + bias[row];
        const float inner = 0.7978845608f * (value + 0.044715f * value * value * value);
        vstore_half(0.5f * value * (1.0f + tanh(inner)), row, out);
    }
}
#endif
