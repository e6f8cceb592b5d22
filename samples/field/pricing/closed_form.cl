// SPDX-License-Identifier: GPL-3.0-or-later
// European calls and puts by Black's and Scholes's formula with the error function; rate and volatility are the same
// for all.

// Half of 1 + erf(x / sqrt(2)): the normal distribution.
float normal(float x) { return 0.5f + 0.5f * erf(0.70710678f * x); }

float4 normal4(float4 x) { return 0.5f + 0.5f * erf(0.70710678f * x); }

__kernel void european_options_erf(__global const float* prices, __global const float* strikes,
                                   __global const float* years, __global float* calls, __global float* puts,
                                   float rate, float volatility, int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const float price = prices[i];
    const float spread = volatility * sqrt(years[i]);
    const float later = strikes[i] * exp(-rate * years[i]);
    const float d = log(price / later) / spread + 0.5f * spread;
    const float call = price * normal(d) - later * normal(d - spread);
    calls[i] = call;
    puts[i] = call - price + later;
}

// Four options a work-item; n counts fours of options.
__kernel void european_options_erf_float4(__global const float4* prices, __global const float4* strikes,
                                          __global const float4* years, __global float4* calls,
                                          __global float4* puts, float rate, float volatility, int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 price = prices[i];
    const float4 spread = volatility * sqrt(years[i]);
    const float4 later = strikes[i] * exp(-rate * years[i]);
    const float4 d = log(price / later) / spread + 0.5f * spread;
    const float4 call = price * normal4(d) - later * normal4(d - spread);
    calls[i] = call;
    puts[i] = call - price + later;
}

// In double precision.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void european_options_erfc_double(__global const double* prices, __global const double* strikes,
                                           __global const double* years, __global double* calls,
                                           __global double* puts, double rate, double volatility, int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const double price = prices[i];
    const double spread = volatility * sqrt(years[i]);
    const double later = strikes[i] * exp(-rate * years[i]);
    const double d = log(price / later) / spread + 0.5 * spread;
    const double scale = -0.70710678118654752;
    const double call = 0.5 * (price * erfc(scale * d) - later * erfc(scale * (d - spread)));
    calls[i] = call;
    puts[i] = call - price + later;
}
