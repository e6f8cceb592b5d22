// SPDX-License-Identifier: GPL-3.0-or-later
// What loops of doubles take. WAY 0: a chain of multiply-adds; 1: CHAINS of them; 2: squares of a complex number, so
// many; 3: the same until it is far away, which it never is; 4: the same beside a count of float and integer work;
// 5: quotients; 6: square roots; 7: exponentials.
#ifndef WAY
#define WAY 0
#endif
#ifndef CHAINS
#define CHAINS 4
#endif

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
double_loops(__global double* out, double a, double b, int steps) {
    double x = get_global_id(0) * 1e-9, y = b;
#if WAY == 0
#pragma unroll 8
    for (int k = 0; k < steps; ++k) x = fma(x, a, b);
#elif WAY == 1
    double sums[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) sums[c] = x + c;
#pragma unroll 4
    for (int k = 0; k < steps; ++k)
#pragma unroll
        for (int c = 0; c < CHAINS; ++c) sums[c] = fma(sums[c], a, b);
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) y += sums[c];
#elif WAY == 2
    for (int k = 0; k < steps; ++k) {
        const double next = x * x - y * y + a;
        y = 2.0 * x * y + b;
        x = next;
    }
#elif WAY == 3
    int k = 0;
    while (k < steps && x * x + y * y < 4.0) {
        const double next = x * x - y * y + a;
        y = 2.0 * x * y + b;
        x = next;
        ++k;
    }
    y += k;
#elif WAY == 4
    float f = (float)x;
    for (int k = 0; k < steps; ++k) {
        x = fma(x, a, b);
        y = fma(y, a, x);
        f = fma(f, 0.5f, (float)(k & 7));
    }
    y += f;
#elif WAY == 5
    for (int k = 0; k < steps; ++k) x = b / (x + a);
#elif WAY == 6
    for (int k = 0; k < steps; ++k) x = sqrt(x + a);
#elif WAY == 7
    for (int k = 0; k < steps; ++k) x = exp(x) - a;
#endif
    out[get_global_id(0)] = x + y;
}
