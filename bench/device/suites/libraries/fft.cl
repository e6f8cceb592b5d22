// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of Fourier transforms: a pass over global memory that sorts itself, sixteen points an item in straight
// line, and what turns half a complex transform into a real one.

#ifndef RADIX
#define RADIX 4
#endif
#ifndef WGS
#define WGS 128
#endif

#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double real;
typedef double2 cplx;
#define C(x) x
#else
typedef float real;
typedef float2 cplx;
#define C(x) x##f
#endif

inline cplx cmul(const cplx a, const cplx b) {
    return (cplx)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
inline cplx mul_mi(const cplx a) { return (cplx)(a.y, -a.x); }

#define BUTTERFLY(p, q)      \
    {                        \
        const cplx t = p;    \
        p = t + q;           \
        q = t - q;           \
    }

inline void dft4(cplx* restrict v0, cplx* restrict v1, cplx* restrict v2, cplx* restrict v3) {
    BUTTERFLY(*v0, *v2)
    BUTTERFLY(*v1, *v3)
    *v3 = mul_mi(*v3);
    BUTTERFLY(*v0, *v1)
    BUTTERFLY(*v2, *v3)
    const cplx swap = *v1;
    *v1 = *v2;
    *v2 = swap;
}

// One pass of radix 4 or 8: `done` points of each transform are combined already. Twiddles lie in a table of n.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1))) void
stockham_pass(const __global cplx* restrict in, __global cplx* restrict out, const __global cplx* restrict table,
              const uint n, const uint done) {
    const uint j = get_global_id(0);
    const uint apart = n / RADIX;
    const size_t batch = (size_t)get_global_id(1) * n;
    const uint k = j & (done - 1);
    const uint turn = k * (apart / done);
    cplx v[RADIX];
#pragma unroll
    for (uint r = 0; r < RADIX; ++r) {
        v[r] = in[batch + j + r * apart];
        if (r) v[r] = cmul(v[r], table[r * turn]);
    }
#if RADIX == 4
    dft4(&v[0], &v[1], &v[2], &v[3]);
#else
    const real h = C(0.70710678118654752);
    cplx e0 = v[0], e1 = v[2], e2 = v[4], e3 = v[6];
    cplx o0 = v[1], o1 = v[3], o2 = v[5], o3 = v[7];
    dft4(&e0, &e1, &e2, &e3);
    dft4(&o0, &o1, &o2, &o3);
    o1 = h * (cplx)(o1.x + o1.y, o1.y - o1.x);
    o2 = mul_mi(o2);
    o3 = h * (cplx)(o3.y - o3.x, -o3.x - o3.y);
    v[0] = e0 + o0;
    v[1] = e1 + o1;
    v[2] = e2 + o2;
    v[3] = e3 + o3;
    v[4] = e0 - o0;
    v[5] = e1 - o1;
    v[6] = e2 - o2;
    v[7] = e3 - o3;
#endif
    __global cplx* restrict to = out + batch + (j - k) * RADIX + k;
#pragma unroll
    for (uint r = 0; r < RADIX; ++r) to[r * done] = v[r];
}

// Sixteen points of a column, planes of real and imaginary parts. As a generator would write it.
__kernel void column16(__global real* restrict re, __global real* restrict im, const int columns, const int pitch,
                       const int plane) {
    const int x = get_global_id(0);
    if (x >= columns) return;
    __global real* r = re + get_global_id(1) * (long)plane + x;
    __global real* i = im + get_global_id(1) * (long)plane + x;
#define G(k) cplx a##k = (cplx)(r[k * pitch], i[k * pitch]);
    G(0) G(1) G(2) G(3) G(4) G(5) G(6) G(7) G(8) G(9) G(10) G(11) G(12) G(13) G(14) G(15)
#undef G
    dft4(&a0, &a4, &a8, &a12);
    dft4(&a1, &a5, &a9, &a13);
    dft4(&a2, &a6, &a10, &a14);
    dft4(&a3, &a7, &a11, &a15);
    a5 = cmul(a5, (cplx)(C(0.92387953251128674), C(-0.38268343236508977)));
    a6 = cmul(a6, (cplx)(C(0.70710678118654752), C(-0.70710678118654752)));
    a7 = cmul(a7, (cplx)(C(0.38268343236508977), C(-0.92387953251128674)));
    a9 = cmul(a9, (cplx)(C(0.70710678118654752), C(-0.70710678118654752)));
    a10 = mul_mi(a10);
    a11 = cmul(a11, (cplx)(C(-0.70710678118654752), C(-0.70710678118654752)));
    a13 = cmul(a13, (cplx)(C(0.38268343236508977), C(-0.92387953251128674)));
    a14 = cmul(a14, (cplx)(C(-0.70710678118654752), C(-0.70710678118654752)));
    a15 = cmul(a15, (cplx)(C(-0.92387953251128674), C(0.38268343236508977)));
    dft4(&a0, &a1, &a2, &a3);
    dft4(&a4, &a5, &a6, &a7);
    dft4(&a8, &a9, &a10, &a11);
    dft4(&a12, &a13, &a14, &a15);
#define P(k, v)              \
    r[k * pitch] = v.x;      \
    i[k * pitch] = v.y;
    P(0, a0) P(1, a4) P(2, a8) P(3, a12)
    P(4, a1) P(5, a5) P(6, a9) P(7, a13)
    P(8, a2) P(9, a6) P(10, a10) P(11, a14)
    P(12, a3) P(13, a7) P(14, a11) P(15, a15)
#undef P
}

// From the transform of n complex pairs to the n + 1 values of 2 n reals; a work-item does k and n - k.
__kernel void real_from_pairs(const __global cplx* restrict z, __global cplx* restrict out, const int n,
                              const int out_pitch, const real sign) {
    const int k = get_global_id(0);
    if (k > n / 2) return;
    const __global cplx* line = z + (size_t)get_global_id(1) * n;
    __global cplx* to = out + (size_t)get_global_id(1) * out_pitch;
    if (k == 0) {
        const cplx a = line[0];
        to[0] = (cplx)(a.x + a.y, 0);
        to[n] = (cplx)(a.x - a.y, 0);
        return;
    }
    const cplx a = line[k];
    const cplx b = line[n - k] * (cplx)(1, -1);
    real c;
    const real s = sincos(sign * C(3.14159265358979324) * k / n, &c);
    const cplx even = C(0.5) * (a + b);
    const cplx odd = C(0.5) * mul_mi(a - b);
    const cplx w = cmul(odd, (cplx)(c, s));
    to[k] = even + w;
    to[n - k] = (even - w) * (cplx)(1, -1);
}
