// SPDX-License-Identifier: GPL-3.0-or-later
// Vector routines with offsets and increments, in whatever precision and vector width the build asks for.

#ifndef REAL
#define REAL float
#endif
#ifndef VW
#define VW 1
#endif
#ifndef WPI
#define WPI 1
#endif
#ifndef WGS
#define WGS 256
#endif

#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)

#if VW == 1
typedef REAL realv;
#define LOADV(i, p) ((p)[i])
#define STOREV(v, i, p) ((p)[i] = (v))
#define ABSV(v) fabs(v)
#define SUMV(v) (v)
#else
typedef GLUE(REAL, VW) realv;
#define LOADV(i, p) GLUE(vload, VW)(i, p)
#define STOREV(v, i, p) GLUE(vstore, VW)(v, i, p)
#define ABSV(v) fabs(v)
#if VW == 2
#define SUMV(v) ((v).x + (v).y)
#else
#define SUMV(v) ((v).x + (v).y + (v).z + (v).w)
#endif
#endif

// A plane rotation of two vectors. Increments of one take the road of vectors; n is then a multiple of VW.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
rot_plane(const uint n, __global REAL* restrict x, const uint offx, const int incx, __global REAL* restrict y,
          const uint offy, const int incy, const REAL c, const REAL s) {
    const uint first = get_global_id(0);
    const uint step = get_global_size(0);
#pragma unroll
    for (uint w = 0; w < WPI; ++w) {
        const uint i = first + w * step;
        if (incx == 1 && incy == 1) {
            if (i < n / VW) {
                const realv a = LOADV(i, x + offx);
                const realv b = LOADV(i, y + offy);
                STOREV(c * a + s * b, i, x + offx);
                STOREV(c * b - s * a, i, y + offy);
            }
        } else if (i < n) {
            const ulong ix = offx + (ulong)i * incx;
            const ulong iy = offy + (ulong)i * incy;
            const REAL a = x[ix];
            const REAL b = y[iy];
            x[ix] = c * a + s * b;
            y[iy] = c * b - s * a;
        }
    }
}

// Sums of magnitudes, a partial sum a group. Two accumulators hide the latency of the adds.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
asum_partial(const uint n, const __global REAL* restrict x, const uint offx, __global REAL* restrict partial) {
    __local REAL lane[WGS];
    const uint lid = get_local_id(0);
    const uint step = get_global_size(0);
    const uint count = n / VW;
    uint i = get_global_id(0);
    realv acc0 = (realv)(0);
    realv acc1 = (realv)(0);
    for (; i + step < count; i += 2 * step) {
        acc0 += ABSV(LOADV(i, x + offx));
        acc1 += ABSV(LOADV(i + step, x + offx));
    }
    if (i < count) acc0 += ABSV(LOADV(i, x + offx));
    acc0 += acc1;
    lane[lid] = SUMV(acc0);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint s = WGS / 2; s > 0; s >>= 1) {
        if (lid < s) lane[lid] += lane[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) partial[get_group_id(0)] = lane[0];
}

// The second stage: one group over the partial sums.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
asum_finish(const uint groups, const __global REAL* restrict partial, __global REAL* restrict result,
            const uint offr) {
    __local REAL lane[WGS];
    const uint lid = get_local_id(0);
    REAL acc = 0;
    for (uint i = lid; i < groups; i += WGS) acc += partial[i];
    lane[lid] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = WGS / 2; s > 0; s >>= 1) {
        if (lid < s) lane[lid] += lane[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) result[offr] = lane[0];
}
