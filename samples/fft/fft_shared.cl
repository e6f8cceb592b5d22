// SPDX-License-Identifier: GPL-3.0-or-later
// A whole Stockham power-of-two FFT per work-group, its passes exchanging values through local memory:
// Baghsorkhi et al. 2010, section 4 and figure 6(b). y gets the forward transform of x in natural order.
//
// A work-group transforms one array of n points with n / RADIX work-items, each of which holds RADIX points.
// RADIX is 2, 4 or 16 and comes from the build options; n is a power of RADIX. `work` holds 2 * n floats: a
// plane of real parts, then a plane of imaginary parts.

float2 complexMultiply(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

#if RADIX == 2

void dft(float2* v)
{
    const float2 a = v[0];
    v[0] = a + v[1];
    v[1] = a - v[1];
}

#else

// The 4-point DFT of v[0], v[stride], v[2 * stride] and v[3 * stride], in place and in order.
void dft4(float2* v, int stride)
{
    const float2 a = v[0] + v[2 * stride];
    const float2 b = v[0] - v[2 * stride];
    const float2 c = v[stride] + v[3 * stride];
    const float2 d = v[stride] - v[3 * stride];
    const float2 minusID = (float2)(d.y, -d.x);
    v[0] = a + c;
    v[stride] = b + minusID;
    v[2 * stride] = a - c;
    v[3 * stride] = b - minusID;
}

#endif

#if RADIX == 4

void dft(float2* v) { dft4(v, 1); }

#elif RADIX == 16

// 16 = 4 x 4: columns, twiddles, rows, transposition. The loops are left to the compiler: one that does not
// unroll them cannot keep v in registers, which is the spill of array `local` that the paper speaks about.
void dft(float2* v)
{
    for (int column = 0; column < 4; column++)
        dft4(v + column, 4);

    // v[4 * row + column] *= exp(-2 pi i / 16)^(row * column)
    const float2 root = (float2)(0.923879533f, -0.382683432f);
    float2 step = root;
    for (int row = 1; row < 4; row++) {
        float2 twiddle = step;
        for (int column = 1; column < 4; column++) {
            v[4 * row + column] = complexMultiply(v[4 * row + column], twiddle);
            twiddle = complexMultiply(twiddle, step);
        }
        step = complexMultiply(step, root);
    }

    for (int row = 0; row < 4; row++)
        dft4(v + 4 * row, 1);

    for (int row = 0; row < 4; row++) {
        for (int column = row + 1; column < 4; column++) {
            const float2 above = v[4 * row + column];
            v[4 * row + column] = v[4 * column + row];
            v[4 * column + row] = above;
        }
    }
}

#endif

__kernel void fft_shared(__global const float2* x, __global float2* y, int n, __local float* work)
{
    float2 v[RADIX];
    const int t = get_local_id(0);
    const int stride = n / RADIX;
    const int base = get_group_id(0) * n;

    for (int i = 0; i < RADIX; i++)
        v[i] = x[base + t + i * stride];

    for (int s = 1; s < n; s *= RADIX) {
        const float angle = -6.283185307f * (t % s) / (s * RADIX);
        for (int i = 0; i < RADIX; i++) {
            const float2 twiddle = (float2)(native_cos(i * angle), native_sin(i * angle));
            v[i] = complexMultiply(v[i], twiddle);
        }

        dft(v);

        const int first = (t / s) * s * RADIX + t % s;
        barrier(CLK_LOCAL_MEM_FENCE); // every work-item has read what the previous pass left in work
        for (int i = 0; i < RADIX; i++) {
            work[first + i * s] = v[i].x;
            work[first + i * s + n] = v[i].y;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < RADIX; i++)
            v[i] = (float2)(work[t + i * stride], work[t + i * stride + n]);
    }

    for (int i = 0; i < RADIX; i++)
        y[base + t + i * stride] = v[i];
}
