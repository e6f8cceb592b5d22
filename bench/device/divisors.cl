// SPDX-License-Identifier: GPL-3.0-or-later
// One division an item, by divisors of which a compiler may know that they are not tiny, not large, or neither: what
// of the division's scaling is left is what the machine code tells. FORM is the divisor.

__kernel void divisors(__global const float* in, __global float* out, int one) {
    const int item = get_global_id(0);
    const float a = in[item];
    const float b = in[item + 65536];
    float x;
#if FORM == 0 // nothing is known
    x = a / b;
#elif FORM == 1
    x = a / (1.0f + exp(b));
#elif FORM == 2
    x = a / (fabs(b) + 0.5f);
#elif FORM == 3
    x = a / (1.0f + b * b);
#elif FORM == 4
    x = a / sqrt(1.0f + b * b);
#elif FORM == 5 // zero, but never tiny
    x = a / (float)item;
#elif FORM == 6
    x = a / exp(b);
#elif FORM == 7
    x = a / (fabs(b) + 1e-6f);
#elif FORM == 8
    x = a / fmax(b, 0.1f);
#elif FORM == 9
    x = a / (1.0f + b);
#elif FORM == 10
    x = 1.0f / b;
#elif FORM == 11
    x = 1.0f / (1.0f + exp(-b));
#elif FORM == 12
    x = a / sqrt(b);
#elif FORM == 13
    x = a / (2.0f + sin(b));
#elif FORM == 14
    x = a / clamp(b, 0.5f, 2.0f);
#elif FORM == 15
    x = a / (b * b + a * a + 1e-3f);
#elif FORM == 16
    x = 1.0f / sqrt(b);
#elif FORM == 17
    x = a / (float)(one + 1u);
#elif FORM == 18
    x = a / (fabs(b) + fabs(a));
#elif FORM == 19 // the same divisor twice
    x = a / b + one / b;
#elif FORM == 20
    x = (a - b) / (a + b);
#elif FORM == 21
    x = a / (float)(item & 255);
#elif FORM == 22
    x = native_divide(a, b);
#elif FORM == 23
    x = a / cosh(b);
#elif FORM == 24
    x = 1.0f / (1.0f + b * b);
#elif FORM == 25
    x = 1.0f / (fabs(b) + 0.5f);
#elif FORM == 26
    x = fabs(b) > 0.5f ? a / b : 0.0f;
#elif FORM == 27
    x = a / (float)get_local_size(0);
#endif
    out[item] = x;
}
