// SPDX-License-Identifier: GPL-3.0-or-later
// What a call of a built-in function takes: CHAINS chains a work-item, each of `steps` calls that depend on each other.
// Arguments stay near 0.5, where no routine takes its slow path. CALL 0 is the chain without a call. ONCE: no loop, a
// call of each chain. SPREAD: a warp's lanes lie `scale` apart, and all warps alike.
#ifndef CALL
#define CALL 0
#endif
#ifndef CHAINS
#define CHAINS 4
#endif
#if DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double Real;
typedef double3 Real3;
#define OF(x) x
#else
typedef float Real;
typedef float3 Real3;
#define OF(x) x##f
#endif

Real called(Real x, Real c, int n) {
#if CALL == 0
    return x;
#elif CALL == 1
    return sin(x);
#elif CALL == 2
    return cos(x);
#elif CALL == 3
    return tan(x);
#elif CALL == 4
    return asin(x);
#elif CALL == 5
    return acos(x);
#elif CALL == 6
    return atan(x);
#elif CALL == 7
    return atan2(x, c);
#elif CALL == 8
    return sinh(x);
#elif CALL == 9
    return cosh(x);
#elif CALL == 10
    return tanh(x);
#elif CALL == 11
    return asinh(x);
#elif CALL == 12
    return acosh(x + OF(1.0));
#elif CALL == 13
    return atanh(x);
#elif CALL == 14
    return exp(x);
#elif CALL == 15
    return exp2(x);
#elif CALL == 16
    return exp10(x);
#elif CALL == 17
    return expm1(x);
#elif CALL == 18
    return log(x);
#elif CALL == 19
    return log2(x);
#elif CALL == 20
    return log10(x);
#elif CALL == 21
    return log1p(x);
#elif CALL == 22
    return pow(x, c);
#elif CALL == 23
    return powr(x, c);
#elif CALL == 24
    return pown(x, n);
#elif CALL == 25
    return rootn(x, n);
#elif CALL == 26
    return cbrt(x);
#elif CALL == 27
    return hypot(x, c);
#elif CALL == 28
    return fmod(x, c);
#elif CALL == 29
    return remainder(x, c);
#elif CALL == 30
    return erf(x);
#elif CALL == 31
    return erfc(x);
#elif CALL == 32
    return tgamma(x);
#elif CALL == 33
    return lgamma(x);
#elif CALL == 34
    return sqrt(x);
#elif CALL == 35
    return rsqrt(x);
#elif CALL == 36
    return c / x;
#elif CALL == 37
    return floor(x);
#elif CALL == 38
    return rint(x);
#elif CALL == 39
    return round(x);
#elif CALL == 40
    return trunc(x);
#elif CALL == 41
    return ceil(x);
#elif CALL == 42
    Real cosine;
    const Real sine = sincos(x, &cosine);
    return sine + cosine;
#elif CALL == 43
    return sinpi(x);
#elif CALL == 44
    return cospi(x);
#elif CALL == 45
    Real whole;
    return fract(x, &whole) + whole;
#elif CALL == 46
    return ldexp(x, n);
#elif CALL == 47
    int exponent;
    return frexp(x, &exponent) + exponent;
#elif CALL == 48
    Real whole;
    return modf(x, &whole) + whole;
#elif CALL == 49
    return nextafter(x, c);
#elif CALL == 50
    return ilogb(x);
#elif CALL == 51
    return logb(x);
#elif CALL == 52
    return fdim(x, c);
#elif CALL == 53
    return copysign(x, c);
#elif CALL == 54
    return isnan(x) ? c : x;
#elif CALL == 55
    return length((Real3)(x, c, x));
#elif CALL == 56
    const Real3 unit = normalize((Real3)(x, c, c));
    return unit.x + unit.y;
#elif CALL == 57
    return smoothstep(OF(0.0), c, x);
#elif CALL == 58
    return mix(x, c, x);
#elif CALL == 59
    return step(c, x);
#elif CALL == 60
    return sign(x);
#elif CALL == 61
    return atanpi(x);
#elif CALL == 62
    return asinpi(x);
#elif CALL == 63
    return acospi(x);
#elif CALL == 64
    return atan2pi(x, c);
#elif CALL == 65
    return tanpi(x);
#elif CALL == 66
    int quotient;
    return remquo(x, c, &quotient) + quotient;
#elif CALL == 67
    return fmax(x, c);
#elif CALL == 68
    return fabs(x);
#elif CALL == 69
    return (Real)(int)x;
#elif CALL == 70
    return (Real)(long)x;
#elif CALL == 71
    return OF(1.0) / x;
#elif !DOUBLE && CALL == 72
    return native_sin(x);
#elif !DOUBLE && CALL == 73
    return native_exp(x);
#elif !DOUBLE && CALL == 74
    return native_log(x);
#elif !DOUBLE && CALL == 75
    return native_powr(x, c);
#elif !DOUBLE && CALL == 76
    return native_divide(c, x);
#elif !DOUBLE && CALL == 77
    return native_sqrt(x);
#elif !DOUBLE && CALL == 78
    return half_exp(x);
#elif !DOUBLE && CALL == 79
    return half_log2(x);
#elif !DOUBLE && CALL == 80
    return native_tan(x);
#elif DOUBLE && CALL == 72
    return (float)x;
#endif
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
functions(__global Real* out, uint steps, float scale, float offset, float second, int n) {
    const Real small = scale, start = offset, c = second;
    Real x[CHAINS];
    #pragma unroll
#if SPREAD
    for (int chain = 0; chain < CHAINS; ++chain) x[chain] = start + small * (get_local_id(0) % 32 + chain);
#else
    for (int chain = 0; chain < CHAINS; ++chain) x[chain] = start + small * (get_local_id(0) + chain);
#endif
#if !ONCE
    #pragma unroll 1
    for (uint step = 0; step < steps; ++step)
#endif
        #pragma unroll
        for (int chain = 0; chain < CHAINS; ++chain) x[chain] = called(x[chain], c, n) * small + start;
    Real sum = 0;
    #pragma unroll
    for (int chain = 0; chain < CHAINS; ++chain) sum += x[chain];
    out[get_global_id(0)] = sum;
}
