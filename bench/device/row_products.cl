// SPDX-License-Identifier: GPL-3.0-or-later
// Products of rows and columns without local memory: a work-item reads ROWS rows one element at a time, which its
// neighbours read too, and COLUMNS neighbouring columns.
//
// HALVES: 1 both matrices are stored as halves. `pitch`: elements between rows of `a`.
#if HALVES
typedef half element;
#define ELEMENT(p, i) vload_half(i, p)
#if COLUMNS == 1
#define COLUMN(p, i) vload_half(i, p)
#elif COLUMNS == 2
#define COLUMN(p, i) vload_half2(0, (p) + (i))
#else
#define COLUMN(p, i) vload_half4(0, (p) + (i))
#endif
#else
typedef float element;
#define ELEMENT(p, i) (p)[i]
#if COLUMNS == 1
#define COLUMN(p, i) (p)[i]
#elif COLUMNS == 2
#define COLUMN(p, i) vload2(0, (p) + (i))
#else
#define COLUMN(p, i) vload4(0, (p) + (i))
#endif
#endif
#if COLUMNS == 1
typedef float columns;
#elif COLUMNS == 2
typedef float2 columns;
#else
typedef float4 columns;
#endif

__kernel __attribute__((reqd_work_group_size(LOCAL_X, 128 / LOCAL_X, 1))) void
row_products(__global const element* restrict a, __global const element* restrict b, __global columns* restrict c,
             uint steps, uint pitch, uint width) {
    const uint row = get_global_id(1) * ROWS;
    const uint column = get_global_id(0) * COLUMNS;
    columns sums[ROWS];
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) sums[r] = (columns)(0.0f);
    for (uint k = 0; k < steps; ++k) {
        const columns along = COLUMN(b, k * width + column);
        #pragma unroll
        for (uint r = 0; r < ROWS; ++r) sums[r] += ELEMENT(a, (row + r) * pitch + k) * along;
    }
    #pragma unroll
    for (uint r = 0; r < ROWS; ++r) c[(row + r) * get_global_size(0) + get_global_id(0)] = sums[r];
}
