// SPDX-License-Identifier: GPL-3.0-or-later
// Row-wise layers: softmax and layer normalisation with reductions in local memory.

#ifdef SLICE
// Softmax over rows that a group keeps in registers, SLICE values an item, with a mask added to the logits
// (-10000 where masked out). Rows have at most SLICE * WG columns.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void softmax_masked(const __global float* restrict logits, const __global float* restrict mask,
                    __global float* out, const int columns, const int rows_per_mask, const float scale) {
    __local float shared[WG];
    const int lid = get_local_id(0);
    const int row = get_group_id(0);
    const int base = row * columns;
    const int mask_base = (row / rows_per_mask) * columns;

    float kept[SLICE];
    float top = -INFINITY;
    #pragma unroll
    for (int s = 0; s < SLICE; ++s) {
        const int c = s * WG + lid;
        kept[s] = (c < columns) ? logits[base + c] * scale + mask[mask_base + c] : -INFINITY;
        top = fmax(top, kept[s]);
    }
    shared[lid] = top;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WG / 2; s > 0; s >>= 1) {
        if (lid < s) shared[lid] = fmax(shared[lid], shared[lid + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    top = shared[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    float sum = 0.0f;
    #pragma unroll
    for (int s = 0; s < SLICE; ++s) {
        kept[s] = exp(kept[s] - top);
        sum += kept[s];
    }
    shared[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WG / 2; s > 0; s >>= 1) {
        if (lid < s) shared[lid] += shared[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float inverse = 1.0f / shared[0];
    #pragma unroll
    for (int s = 0; s < SLICE; ++s) {
        const int c = s * WG + lid;
        if (c < columns) out[base + c] = kept[s] * inverse;
    }
}
#endif

#ifdef ROWS
// Layer normalisation of half rows, LANES items a row and ROWS rows a group; means and variances by the
// running update that two halves are merged with. Columns are a multiple of four.
__kernel __attribute__((reqd_work_group_size(LANES, ROWS, 1)))
void layer_norm_merge(const __global half* restrict in, const __global float4* restrict gamma,
                      const __global float4* restrict beta, __global half* out, const int rows,
                      const int columns, const float epsilon) {
    __local float means[ROWS][LANES];
    __local float spreads[ROWS][LANES];
    __local float counts[ROWS][LANES];
    const int lane = get_local_id(0);
    const int y = get_local_id(1);
    const int row = get_group_id(0) * ROWS + y;
    const int vectors = columns / 4;
    const int first = min(row, rows - 1) * vectors;

    float4 sum = (float4)(0.0f);
    float4 squares = (float4)(0.0f);
    int taken = 0;
    for (int v = lane; v < vectors; v += LANES) {
        const float4 value = vload_half4(first + v, in);
        sum += value;
        squares = mad(value, value, squares);
        taken += 4;
    }
    const float own = (float)max(taken, 1);
    const float mean = (sum.x + sum.y + sum.z + sum.w) / own;
    means[y][lane] = mean;
    spreads[y][lane] = squares.x + squares.y + squares.z + squares.w - own * mean * mean;
    counts[y][lane] = (float)taken;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = LANES / 2; reach > 0; reach >>= 1) {
        if (lane < reach) {
            const float left = counts[y][lane];
            const float right = counts[y][lane + reach];
            const float both = fmax(left + right, 1.0f);
            const float apart = means[y][lane + reach] - means[y][lane];
            means[y][lane] += apart * right / both;
            spreads[y][lane] += spreads[y][lane + reach] + apart * apart * left * right / both;
            counts[y][lane] = left + right;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row >= rows) return;
    const float centre = means[y][0];
    const float scale = rsqrt(spreads[y][0] / columns + epsilon);
    for (int v = lane; v < vectors; v += LANES) {
        const float4 value = (vload_half4(first + v, in) - centre) * scale;
        vstore_half4(mad(value, gamma[v], beta[v]), first + v, out);
    }
}
#endif
