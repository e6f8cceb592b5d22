// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a matrix times a value of each work-item. A group of LOCAL_X work-items in dimension 0 is required, so a
// compiler knows whether the work-items of a warp read one element or several. HOW: the row is that of the
// work-item's number in dimension 1 (0), of the work-group's (1), or of a work-item's own (2).
__attribute__((reqd_work_group_size(LOCAL_X, 256 / LOCAL_X, 1)))
__kernel void uniform_rows(__global const float* restrict a, __global const float* restrict b,
                           __global float* restrict out, int k, int width) {
    const int x = get_global_id(0), y = get_global_id(1);
#if HOW == 0
    const int row = y * ROWS;
#elif HOW == 1
    const int row = get_group_id(1) * ROWS;
#else
    const int row = ((x & 1) + 2 * (y & 7)) * ROWS;
#endif
    float sums[ROWS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) sums[r] = 0.0f;
    for (int outer = 0; outer < k; outer += STEPS) {
        #pragma unroll
        for (int step = 0; step < STEPS; ++step) {
            const float value = b[(outer + step) * width + x];
            #pragma unroll
            for (int r = 0; r < ROWS; ++r) sums[r] += a[(row + r) * k + outer + step] * value;
        }
    }
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) out[(y * ROWS + r) * width + x] = sums[r];
}
