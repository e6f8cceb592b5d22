// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix times vector: transposed, banded, packed symmetric and triangular.

#ifndef REAL
#define REAL float
#endif
#ifndef WGS
#define WGS 128
#endif
#ifndef LANES
#define LANES 32
#endif
#ifndef UNROLL
#define UNROLL 4
#endif

#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

typedef struct {
    int rows, cols;
    int lda;
    int offset_a, offset_x, offset_y;
    int inc_x, inc_y;
} gemv_shape;

// y = alpha A' x + beta y, A by columns. LANES work-items share a column, WGS / LANES columns a group.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
gemv_transposed(const gemv_shape s, const REAL alpha, const REAL beta, const __global REAL* restrict a,
                const __global REAL* restrict x, __global REAL* restrict y) {
    __local REAL part[WGS / LANES][LANES + 1];
    const int lane = get_local_id(0) % LANES;
    const int slot = get_local_id(0) / LANES;
    const int col = get_group_id(0) * (WGS / LANES) + slot;
    REAL acc = 0;
    if (col < s.cols) {
        const __global REAL* restrict column = a + s.offset_a + (long)col * s.lda;
        int i = lane;
        for (; i + (UNROLL - 1) * LANES < s.rows; i += UNROLL * LANES) {
#pragma unroll
            for (int u = 0; u < UNROLL; ++u)
                acc = fma(column[i + u * LANES], x[s.offset_x + (i + u * LANES) * s.inc_x], acc);
        }
        for (; i < s.rows; i += LANES) acc = fma(column[i], x[s.offset_x + i * s.inc_x], acc);
    }
    part[slot][lane] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = LANES / 2; h > 0; h /= 2) {
        if (lane < h) part[slot][lane] += part[slot][lane + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && col < s.cols) {
        __global REAL* out = y + s.offset_y + col * s.inc_y;
        *out = alpha * part[slot][0] + beta * *out;
    }
}

// y = alpha A x + beta y of a band with kl diagonals below and ku above; column j holds rows j - ku to j + kl.
__kernel void gbmv_band(const int m, const int n, const int kl, const int ku, const REAL alpha, const REAL beta,
                        const __global REAL* restrict ab, const int ldab, const __global REAL* restrict x,
                        const int incx, __global REAL* restrict y, const int incy) {
    const int i = get_global_id(0);
    if (i >= m) return;
    const int begin = max(0, i - kl);
    const int end = min(n, i + ku + 1);
    REAL acc = 0;
    for (int j = begin; j < end; ++j) acc += ab[ku + i - j + (long)j * ldab] * x[j * incx];
    y[i * incy] = alpha * acc + beta * y[i * incy];
}

// y = alpha A x + beta y, A symmetric, its lower triangle packed by columns. x comes through local memory.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
spmv_packed(const int n, const REAL alpha, const REAL beta, const __global REAL* restrict ap,
            const __global REAL* restrict x, __global REAL* restrict y) {
    __local REAL xs[WGS];
    const int lid = get_local_id(0);
    const int i = get_global_id(0);
    const long own = (long)i * (2 * n - i - 1) / 2;
    REAL acc = 0;
    for (int base = 0; base < n; base += WGS) {
        barrier(CLK_LOCAL_MEM_FENCE);
        xs[lid] = base + lid < n ? x[base + lid] : (REAL)0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n) {
            const int last = min(WGS, n - base);
            for (int k = 0; k < last; ++k) {
                const int j = base + k;
                const long at = j <= i ? i + (long)j * (2 * n - j - 1) / 2 : j + own;
                acc += ap[at] * xs[k];
            }
        }
    }
    if (i < n) y[i] = alpha * acc + beta * y[i];
}

// x := A x, A upper triangular by rows; a group a row, rows of the short end last.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
trmv_rows(const int n, const __global REAL* restrict a, const int lda, const __global REAL* restrict x,
          __global REAL* restrict y) {
    __local REAL part[WGS];
    const int row = get_group_id(0);
    const int lid = get_local_id(0);
    const __global REAL* restrict line = a + (long)row * lda;
    REAL acc = 0;
    for (int j = row + lid; j < n; j += WGS) {
#ifdef UNIT_DIAGONAL
        const REAL v = j == row ? (REAL)1 : line[j];
#else
        const REAL v = line[j];
#endif
        acc = mad(v, x[j], acc);
    }
    part[lid] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int h = WGS / 2; h > 0; h >>= 1) {
        if (lid < h) part[lid] += part[lid + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) y[row] = part[0];
}
