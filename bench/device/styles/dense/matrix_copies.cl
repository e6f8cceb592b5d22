// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that prepare operands: TILE x TILE items, WPT elements each way for every item.

#ifdef PAD
// dest = alpha * src', filled up with zeros to dest_one x dest_two. Sizes and leading dimensions are any.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose_pad(const int src_one, const int src_two, const int src_ld, const int src_offset,
                   const __global float* restrict src, const int dest_one, const int dest_two,
                   const int dest_ld, const int dest_offset, __global float* dest, const float alpha) {
    __local float tile[TILE * WPT][TILE * WPT + PAD];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    #pragma unroll
    for (int j = 0; j < WPT; ++j) {
        #pragma unroll
        for (int i = 0; i < WPT; ++i) {
            const int one = get_group_id(1) * TILE * WPT + i * TILE + lx;
            const int two = get_group_id(0) * TILE * WPT + j * TILE + ly;
            float value = 0.0f;
            if (one < src_one && two < src_two) value = src[two * src_ld + one + src_offset];
            tile[j * TILE + ly][i * TILE + lx] = value;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int j = 0; j < WPT; ++j) {
        #pragma unroll
        for (int i = 0; i < WPT; ++i) {
            const int one = get_group_id(0) * TILE * WPT + i * TILE + lx;
            const int two = get_group_id(1) * TILE * WPT + j * TILE + ly;
            if (one < dest_one && two < dest_two)
                dest[two * dest_ld + one + dest_offset] = alpha * tile[i * TILE + lx][j * TILE + ly];
        }
    }
}
#endif

#ifdef MODE
// A triangle, column-major, as a full square matrix. MODE 0: the other half mirrors it (symmetric),
// 1: the other half is zero (triangular), 2: likewise with ones in the diagonal.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void lower_to_full(const int n, const int src_ld, const __global float* restrict src,
                   const int padded, __global float* dest) {
    #pragma unroll
    for (int j = 0; j < WPT; ++j) {
        const int column = (get_group_id(1) * WPT + j) * TILE + get_local_id(1);
        #pragma unroll
        for (int i = 0; i < WPT; ++i) {
            const int row = (get_group_id(0) * WPT + i) * TILE + get_local_id(0);
            if (row < padded && column < padded) {
                float value = 0.0f;
                if (row < n && column < n) {
#if MODE == 0
                    value = (row >= column) ? src[column * src_ld + row] : src[row * src_ld + column];
#elif MODE == 1
                    if (row >= column) value = src[column * src_ld + row];
#else
                    if (row > column) value = src[column * src_ld + row];
                    if (row == column) value = 1.0f;
#endif
                }
                dest[column * padded + row] = value;
            }
        }
    }
}
#endif
