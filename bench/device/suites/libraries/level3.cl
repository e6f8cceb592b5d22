// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products: panels packed beforehand, the direct form with edges, strided batches and rank-k updates.

#ifndef REAL
#define REAL float
#endif
#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

// ---------------------------------------------------------------------------------------------------------
// Indirect: A and B come as panels of PM rows and PN columns, k running slowest within a panel. No local memory.

#ifndef PM
#define PM 4
#endif
#ifndef PN
#define PN 4
#endif
#ifndef KU
#define KU 4
#endif

#define VM PASTE(REAL, PM)
#define VN PASTE(REAL, PN)
#define VLOADM PASTE(vload, PM)
#define VLOADN PASTE(vload, PN)
#define VSTOREN PASTE(vstore, PN)

#define ROW_FMA(r) acc##r = fma((VN)(av.s##r), bv, acc##r);
#define ROW_PUT(r)                                                                   \
    {                                                                                \
        __global REAL* line = c + (size_t)(gi * PM + r) * ldc + gj * PN;             \
        VSTOREN(alpha * acc##r + beta * VLOADN(0, line), 0, line);                   \
    }
#if PM == 8
#define ROWS(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7)
#elif PM == 4
#define ROWS(op) op(0) op(1) op(2) op(3)
#else
#define ROWS(op) op(0) op(1)
#endif
#define ROW_ZERO(r) VN acc##r = (VN)(0);

__kernel void gemm_panels(const int kdim, const REAL alpha, const REAL beta, const __global REAL* restrict ap,
                          const __global REAL* restrict bp, __global REAL* restrict c, const int ldc) {
    const int gj = get_global_id(0);
    const int gi = get_global_id(1);
    const __global REAL* restrict a = ap + (size_t)gi * kdim * PM;
    const __global REAL* restrict b = bp + (size_t)gj * kdim * PN;
    ROWS(ROW_ZERO)
    for (int k = 0; k < kdim; k += KU) {
#pragma unroll
        for (int u = 0; u < KU; ++u) {
            const VM av = VLOADM(k + u, a);
            const VN bv = VLOADN(k + u, b);
            ROWS(ROW_FMA)
        }
    }
    ROWS(ROW_PUT)
}

// ---------------------------------------------------------------------------------------------------------
// Direct: BM x BN elements a group of DX x DY items, any sizes, either operand transposed, offsets everywhere.

#ifndef BM
#define BM 64
#endif
#ifndef BN
#define BN 64
#endif
#ifndef BK
#define BK 16
#endif
#ifndef DX
#define DX 16
#endif
#ifndef DY
#define DY 16
#endif
#ifndef TRANS_A
#define TRANS_A 0
#endif
#ifndef TRANS_B
#define TRANS_B 0
#endif
#define RM (BM / DY)
#define RN (BN / DX)

inline REAL fetch_a(const __global REAL* restrict a, const int row, const int k, const int m, const int kdim,
                    const int lda) {
    if (row >= m || k >= kdim) return (REAL)0;
#if TRANS_A
    return a[(size_t)k * lda + row];
#else
    return a[(size_t)row * lda + k];
#endif
}

inline REAL fetch_b(const __global REAL* restrict b, const int k, const int col, const int kdim, const int n,
                    const int ldb) {
    if (col >= n || k >= kdim) return (REAL)0;
#if TRANS_B
    return b[(size_t)col * ldb + k];
#else
    return b[(size_t)k * ldb + col];
#endif
}

__kernel __attribute__((reqd_work_group_size(DX, DY, 1))) void
gemm_direct(const int m, const int n, const int kdim, const REAL alpha, const REAL beta,
            const __global REAL* restrict a, const int offa, const int lda, const __global REAL* restrict b,
            const int offb, const int ldb, __global REAL* restrict c, const int offc, const int ldc) {
    __local REAL at[BK][BM + 1];
    __local REAL bt[BK][BN + 1];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int lid = ly * DX + lx;
    const int row0 = get_group_id(1) * BM;
    const int col0 = get_group_id(0) * BN;
    REAL acc[RM][RN];
#pragma unroll
    for (int i = 0; i < RM; ++i)
#pragma unroll
        for (int j = 0; j < RN; ++j) acc[i][j] = 0;

    for (int k0 = 0; k0 < kdim; k0 += BK) {
#pragma unroll
        for (int t = lid; t < BM * BK; t += DX * DY) {
#if TRANS_A
            const int r = t % BM, k = t / BM;
#else
            const int r = t / BK, k = t % BK;
#endif
            at[k][r] = fetch_a(a + offa, row0 + r, k0 + k, m, kdim, lda);
        }
#pragma unroll
        for (int t = lid; t < BN * BK; t += DX * DY) {
#if TRANS_B
            const int q = t / BK, k = t % BK;
#else
            const int q = t % BN, k = t / BN;
#endif
            bt[k][q] = fetch_b(b + offb, k0 + k, col0 + q, kdim, n, ldb);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            REAL ra[RM];
            REAL rb[RN];
#pragma unroll
            for (int i = 0; i < RM; ++i) ra[i] = at[k][ly + i * DY];
#pragma unroll
            for (int j = 0; j < RN; ++j) rb[j] = bt[k][lx + j * DX];
#pragma unroll
            for (int i = 0; i < RM; ++i)
#pragma unroll
                for (int j = 0; j < RN; ++j) acc[i][j] = fma(ra[i], rb[j], acc[i][j]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (int i = 0; i < RM; ++i) {
        const int row = row0 + ly + i * DY;
        if (row >= m) continue;
#pragma unroll
        for (int j = 0; j < RN; ++j) {
            const int col = col0 + lx + j * DX;
            if (col >= n) continue;
            const size_t at_c = offc + (size_t)row * ldc + col;
            c[at_c] = alpha * acc[i][j] + beta * c[at_c];
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Batches apart by strides, storage in halves or in REAL, sums in REAL: four elements an item along a row.

#ifdef HALVES
#define STORED half
#define GET(i, p) vload_half(i, p)
#define GET4(p) vload_half4(0, p)
#define PUT4(v, p) vstore_half4_rte(v, 0, p)
#else
#define STORED REAL
#define GET(i, p) ((p)[i])
#define GET4(p) vload4(0, p)
#define PUT4(v, p) vstore4(v, 0, p)
#endif
#define REAL4 PASTE(REAL, 4)

__kernel __attribute__((reqd_work_group_size(8, 32, 1))) void
gemm_batch(const int n, const int kdim, const REAL alpha, const __global STORED* restrict a, const int lda,
           const long stride_a, const __global STORED* restrict b, const int ldb, const long stride_b,
           __global STORED* restrict c, const int ldc, const long stride_c) {
    __local REAL ta[32][33];
    __local REAL4 tb[32][9];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int row = get_group_id(1) * 32 + y;
    const int col = (get_group_id(0) * 8 + x) * 4;
    const __global STORED* pa = a + get_group_id(2) * stride_a + (long)row * lda;
    const __global STORED* pb = b + get_group_id(2) * stride_b + col;
    REAL4 acc = (REAL4)(0);
    for (int k = 0; k < kdim; k += 32) {
        const REAL4 four = GET4(pa + k + 4 * x);
        ta[y][4 * x] = four.x;
        ta[y][4 * x + 1] = four.y;
        ta[y][4 * x + 2] = four.z;
        ta[y][4 * x + 3] = four.w;
        tb[y][x] = GET4(pb + (long)(k + y) * ldb);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
        for (int t = 0; t < 32; ++t) acc = mad((REAL4)(ta[y][t]), tb[t][x], acc);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    PUT4(alpha * acc, c + get_group_id(2) * stride_c + (long)row * ldc + col);
}

// ---------------------------------------------------------------------------------------------------------
// C = alpha A A' + beta C, the lower triangle alone: groups are counted along the tiles of the triangle.

#ifndef ST
#define ST 16
#endif

__kernel __attribute__((reqd_work_group_size(ST, ST, 1))) void
syrk_lower(const int n, const int kdim, const REAL alpha, const REAL beta, const __global REAL* restrict a,
           const int lda, __global REAL* restrict c, const int ldc) {
    __local REAL rows[2 * ST][ST + 1];
    __local REAL cols[2 * ST][ST + 1];
    const int tile = get_group_id(0);
    int ti = (int)((sqrt(8.0f * tile + 1.0f) - 1.0f) * 0.5f);
    if ((ti + 1) * (ti + 2) / 2 <= tile) ++ti;
    if (ti * (ti + 1) / 2 > tile) --ti;
    const int tj = tile - ti * (ti + 1) / 2;
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    REAL c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int k = 0; k < kdim; k += ST) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int i = ti * 2 * ST + ly + h * ST;
            const int j = tj * 2 * ST + ly + h * ST;
            rows[ly + h * ST][lx] = i < n && k + lx < kdim ? a[(long)i * lda + k + lx] : (REAL)0;
            cols[ly + h * ST][lx] = j < n && k + lx < kdim ? a[(long)j * lda + k + lx] : (REAL)0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int t = 0; t < ST; ++t) {
            const REAL a0 = rows[ly][t], a1 = rows[ly + ST][t];
            const REAL b0 = cols[lx][t], b1 = cols[lx + ST][t];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a1 * b0;
            c11 += a1 * b1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int i = ti * 2 * ST + ly;
    const int j = tj * 2 * ST + lx;
#define PUT(ii, jj, v)                                                                   \
    if ((ii) < n && (jj) <= (ii)) {                                                      \
        const long at = (long)(ii)*ldc + (jj);                                           \
        c[at] = alpha * (v) + beta * c[at];                                              \
    }
    PUT(i, j, c00)
    PUT(i, j + ST, c01)
    PUT(i + ST, j, c10)
    PUT(i + ST, j + ST, c11)
#undef PUT
}
