// SPDX-License-Identifier: GPL-3.0-or-later
// What constants of double precision cost: a polynomial of TERMS coefficients that no instruction holds (WAY 0) or
// that have few digits (1), sums of TERMS such constants (2) and products by them (3), each of them once in a
// work-item (LOOP 0), in every trip of a loop (1), or in two of a loop that is written out (2).
#ifndef WAY
#define WAY 0
#endif
#ifndef TERMS
#define TERMS 8
#endif
#ifndef LOOP
#define LOOP 0
#endif

double coefficient(int k) {
#if WAY == 1
    return 1.0 / (1 << (k % 20)) + 0.5;
#else
    return 1.0 / (k + 3.1) - 0.2 / (k + 1.7);
#endif
}

double once(double x) {
    double y = x;
#pragma unroll
    for (int k = 0; k < TERMS; ++k) {
#if WAY <= 1
        y = fma(y, x, coefficient(k));
#elif WAY == 2
        y = (y + coefficient(k)) * x;
#else
        y = fma(y, coefficient(k), x);
#endif
    }
    return y;
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
double_constants(__global double* out, double scale, int steps) {
    double x = get_global_id(0) * scale;
#if LOOP
#pragma unroll LOOP
    for (int step = 0; step < steps; ++step) x = once(x);
    out[get_global_id(0)] = x;
#else
    out[get_global_id(0)] = once(x);
#endif
}
