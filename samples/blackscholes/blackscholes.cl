// SPDX-License-Identifier: GPL-3.0-or-later
// Prices of European call and put options by the formula of Black and Scholes: Steuwer (dissertation, Münster
// 2015), section 6.5. Straight-line code with many special functions. With -DNATIVE=1 those are the device's
// own.
#if NATIVE
#define EXP native_exp
#define LOG native_log
#define SQRT native_sqrt
#define DIVIDE native_divide
#else
#define EXP exp
#define LOG log
#define SQRT sqrt
#define DIVIDE(a, b) ((a) / (b))
#endif

// The normal distribution's tail beyond d >= 0 by the polynomial 26.2.17 of Abramowitz and Stegun, Handbook of
// Mathematical Functions, which errs by less than 7.5e-8.
float upperTail(float d) {
    const float t = DIVIDE(1.0f, 1.0f + 0.2316419f * d);
    float polynomial = 1.330274429f;
    polynomial = polynomial * t - 1.821255978f;
    polynomial = polynomial * t + 1.781477937f;
    polynomial = polynomial * t - 0.356563782f;
    polynomial = polynomial * t + 0.319381530f;
    return 0.398942280f * EXP(-0.5f * d * d) * polynomial * t;
}

float normal(float d) {
    const float tail = upperTail(fabs(d));
    return d < 0.0f ? tail : 1.0f - tail;
}

// An option a work-item: three loads and two stores.
__kernel void black_scholes(__global const float* price, __global const float* strike,
                            __global const float* years, __global float* call, __global float* put, float rate,
                            float volatility, uint n) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float s = price[i];
    const float k = strike[i];
    const float t = years[i];
    const float deviation = volatility * SQRT(t);
    const float d1 = DIVIDE(LOG(DIVIDE(s, k)) + (rate + 0.5f * volatility * volatility) * t, deviation);
    const float d2 = d1 - deviation;
    const float discounted = k * EXP(-rate * t);
    const float n1 = normal(d1);
    const float n2 = normal(d2);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
