// SPDX-License-Identifier: GPL-3.0-or-later
// y = alpha * A * x + beta * y, with any increments of x and y.

// Column-major A. An item sums ROWS_PER_ITEM rows, the group keeps LOCAL_SIZE values of x at a time in
// local memory. ADJACENT: an item's rows lie side by side and are read as one vector.
#if ROWS_PER_ITEM == 1
typedef float rows_t;
#elif ROWS_PER_ITEM == 2
typedef float2 rows_t;
#elif ROWS_PER_ITEM == 4
typedef float4 rows_t;
#endif

__kernel __attribute__((reqd_work_group_size(LOCAL_SIZE, 1, 1)))
void gemv_columns(const int m, const int n, const float alpha, const float beta,
                  const __global float* restrict a, const int lda,
                  const __global float* restrict x, const int x_offset, const int x_inc,
                  __global float* y, const int y_offset, const int y_inc) {
    __local float x_tile[LOCAL_SIZE];
    const int lid = get_local_id(0);
    const int gid = get_global_id(0);

#if ADJACENT
    rows_t sum = (rows_t)(0.0f);
#else
    float sum[ROWS_PER_ITEM];
    for (int w = 0; w < ROWS_PER_ITEM; ++w) sum[w] = 0.0f;
#endif
    for (int first = 0; first < n; first += LOCAL_SIZE) {
        const int inside = min(LOCAL_SIZE, n - first);
        if (lid < inside) x_tile[lid] = x[(first + lid) * x_inc + x_offset];
        barrier(CLK_LOCAL_MEM_FENCE);
#if ADJACENT
        const __global rows_t* restrict wide = (const __global rows_t*)(a + first * lda);
        #pragma unroll 4
        for (int j = 0; j < inside; ++j)
            sum += wide[j * (lda / ROWS_PER_ITEM) + gid] * x_tile[j];
#else
        for (int j = 0; j < inside; ++j) {
            const float factor = x_tile[j];
            #pragma unroll
            for (int w = 0; w < ROWS_PER_ITEM; ++w) {
                const int row = gid + w * (int)get_global_size(0);
                if (row < m) sum[w] += a[(first + j) * lda + row] * factor;
            }
        }
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
    }

#if ADJACENT
#if ROWS_PER_ITEM == 1
    const float parts[1] = {sum};
#elif ROWS_PER_ITEM == 2
    const float parts[2] = {sum.x, sum.y};
#else
    const float parts[4] = {sum.x, sum.y, sum.z, sum.w};
#endif
    for (int w = 0; w < ROWS_PER_ITEM; ++w) {
        const int at = (gid * ROWS_PER_ITEM + w) * y_inc + y_offset;
        y[at] = alpha * parts[w] + beta * y[at];
    }
#else
    for (int w = 0; w < ROWS_PER_ITEM; ++w) {
        const int row = gid + w * (int)get_global_size(0);
        if (row < m) {
            const int at = row * y_inc + y_offset;
            y[at] = alpha * sum[w] + beta * y[at];
        }
    }
#endif
}
