// Built-in functions of 6.15.2 to 6.15.6 in kernels that use them as programs do.

//@ kernel: black_scholes --global 256
//@ holds: reads 12; writes 8
inline static float normal_cdf(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = 0.39894228f * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0 ? 1.0f - c : c;
}
__kernel void black_scholes(__global const float* price, __global const float* strike, __global const float* years,
                            __global float* call, __global float* put, float rate, float sigma)
{
    int i = get_global_id(0);
    float s = price[i], x = strike[i], t = years[i], root = sqrt(t);
    float d1 = (log(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root);
    float d2 = d1 - sigma * root, discount = exp(-rate * t);
    call[i] = s * normal_cdf(d1) - x * discount * normal_cdf(d2);
    put[i] = x * discount * normal_cdf(-d2) - s * normal_cdf(-d1);
}

//@ kernel: trigonometry --global 256
//@ holds: reads 4; writes 4
__kernel void trigonometry(__global const float* x, __global float* y)
{
    size_t i = get_global_id(0);
    float v = x[i];
    y[i] = sin(v) + cos(v) * tan(v) + asin(v) - acos(v) + atan(v) + atan2(v, 2.0f) + sinpi(v) + cospi(v);
}

//@ kernel: hyperbolic --global 256
//@ holds: reads 4; writes 4
__kernel void hyperbolic(__global float* y)
{
    size_t i = get_global_id(0);
    y[i] = sinh(y[i]) + cosh(y[i]) + tanh(y[i]) + asinh(y[i]);
}

//@ kernel: sincos_pair --global 256
//@ holds: reads 4; writes 8; private bytes 0
__kernel void sincos_pair(__global const float* a, __global float2* out)
{
    float c, s = sincos(a[get_global_id(0)], &c);
    out[get_global_id(0)] = (float2)(c, s);
}

//@ kernel: split_numbers --global 256
//@ holds: reads 4; writes 12; private bytes 0
__kernel void split_numbers(__global const float* x, __global float* fractions, __global float* wholes, __global int* exponents)
{
    int i = get_global_id(0), e;
    float whole, v = x[i];
    fractions[i] = modf(v, &whole);
    wholes[i] = whole + frexp(v, &e);
    exponents[i] = e + ilogb(v);
}

//@ kernel: native_forms --global 256
//@ holds: reads 4; writes 4
__kernel void native_forms(__global float* a)
{
    int i = get_global_id(0);
    a[i] = native_exp(native_log(a[i])) * native_rsqrt(a[i]) + native_recip(a[i]) + native_sin(a[i]);
}

//@ kernel: half_forms --global 256
//@ holds: reads 4; writes 4
__kernel void half_forms(__global float* a)
{
    int i = get_global_id(0);
    a[i] = half_sqrt(half_exp2(a[i])) + half_divide(1.0f, a[i]);
}

//@ kernel: rounding --global 256
//@ holds: reads 4; writes 4
__kernel void rounding(__global const float* a, __global float* b)
{
    int i = get_global_id(0);
    b[i] = floor(a[i]) + ceil(a[i]) + round(a[i]) + trunc(a[i]) + rint(a[i]);
}

//@ kernel: powers_and_roots --global 256
//@ holds: reads 4; writes 4
__kernel void powers_and_roots(__global float* a)
{
    int i = get_global_id(0);
    a[i] = pow(a[i], 2.5f) + pown(a[i], 3) + powr(a[i], 0.3f) + rootn(a[i], 3) + cbrt(a[i]) + hypot(a[i], 1.0f);
}

//@ kernel: fused --global 256
//@ holds: reads 12; writes 4
__kernel void fused(__global const float* a, __global const float* b, __global const float* c, __global float* d)
{
    int i = get_global_id(0);
    d[i] = fma(a[i], b[i], c[i]) + mad(a[i], c[i], b[i]);
}

//@ kernel: classification --global 256
//@ holds: reads 4; writes 4
__kernel void classification(__global const float* a, __global int* out)
{
    float v = a[get_global_id(0)];
    int r = 0;
    if (isnan(v)) r = 1;
    if (isinf(v)) r |= 2;
    if (signbit(v)) r |= 4;
    if (isfinite(v) && isnormal(v)) r |= 8;
    out[get_global_id(0)] = r;
}

//@ kernel: common_functions --global 256
//@ holds: reads 4; writes 4
__kernel void common_functions(__global float* a)
{
    float v = a[get_global_id(0)];
    a[get_global_id(0)] = clamp(v, 0.0f, 1.0f) + mix(v, 2.0f, 0.25f) + step(0.5f, v) + smoothstep(0.f, 1.f, v) +
                          sign(v) + degrees(v) - radians(v) + max(v, 0.1f) - min(v, 0.9f);
}

//@ kernel: integers --global 256
//@ holds: reads 8; writes 4
__kernel void integers(__global const int* a, __global const int* b, __global uint* out)
{
    int i = get_global_id(0);
    out[i] = abs(a[i]) + abs_diff(a[i], b[i]) + add_sat(a[i], b[i]) + hadd(a[i], b[i]) + clz(a[i]) + mul_hi(a[i], b[i]) +
             mul24(a[i], b[i]) + mad24(a[i], b[i], 7) + rotate(a[i], 5) + popcount(b[i]) + sub_sat(b[i], a[i]);
}

//@ kernel: long_integers --global 256
//@ holds: reads 8; writes 8
__kernel void long_integers(__global ulong* a)
{
    ulong v = a[get_global_id(0)];
    v ^= v >> 33;
    v *= 0xff51afd7ed558ccdUL;
    v ^= rotate(v, 29UL);
    a[get_global_id(0)] = mul_hi(v, 0x9e3779b97f4a7c15UL) + popcount(v);
}

//@ kernel: upsampled --global 256
//@ holds: reads 4; writes 4
__kernel void upsampled(__global const short* hi, __global const ushort* lo, __global int* out)
{
    int i = get_global_id(0);
    out[i] = upsample(hi[i], lo[i]);
}

//@ kernel: divisions --global 256
//@ holds: reads 8; writes 16
__kernel void divisions(__global const int* a, __global const uint* b, __global int4* out)
{
    int i = get_global_id(0);
    int v = a[i];
    uint w = b[i] | 1;
    out[i] = (int4)(v / 7, v % 7, (int)(1000u / w), (int)(1000u % w));
}

//@ kernel: gamma_functions --global 256
//@ holds: reads 4; writes 8; private bytes 0
__kernel void gamma_functions(__global const float* a, __global float* b, __global int* signs)
{
    int i = get_global_id(0), s;
    b[i] = tgamma(a[i]) + lgamma_r(a[i], &s) + erf(a[i]) * erfc(a[i]);
    signs[i] = s;
}

//@ kernel: bit_selection --global 256
//@ holds: reads 12; writes 4
__kernel void bit_selection(__global const uint* a, __global const uint* b, __global const uint* m, __global uint* out)
{
    int i = get_global_id(0);
    out[i] = bitselect(a[i], b[i], m[i]) ^ select(a[i], b[i], m[i]);
}

//@ kernel: remainders --global 256
//@ holds: reads 8; writes 8; private bytes 0
__kernel void remainders(__global const float* a, __global const float* b, __global float2* out)
{
    int i = get_global_id(0), q;
    float r = remquo(a[i], b[i], &q);
    out[i] = (float2)(fmod(a[i], b[i]) + remainder(a[i], b[i]), r + q);
}

//@ kernel: exponents --global 256
//@ holds: reads 4; writes 4
__kernel void exponents(__global float* a)
{
    int i = get_global_id(0);
    a[i] = exp2(a[i]) + exp10(a[i]) + expm1(a[i]) + log2(a[i]) + log10(a[i]) + log1p(a[i]) + ldexp(a[i], 3) + logb(a[i]);
}

//@ kernel: neighbours --global 256
//@ holds: reads 8; writes 4
__kernel void neighbours(__global const float* a, __global const float* b, __global float* c)
{
    int i = get_global_id(0);
    c[i] = nextafter(a[i], b[i]) + copysign(a[i], b[i]) + fdim(a[i], b[i]) + fmax(a[i], b[i]) + fmin(a[i], b[i]) +
           maxmag(a[i], b[i]) + minmag(a[i], b[i]);
}

//@ kernel: constants_of_math --global 256
//@ holds: writes 4
__kernel void constants_of_math(__global float* a)
{
    a[get_global_id(0)] = M_PI_F * get_global_id(0) + FLT_EPSILON + M_SQRT2_F + (float)INT_MAX * 0.0f + CHAR_BIT + MAXFLOAT * 0;
}
