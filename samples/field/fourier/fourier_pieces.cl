// SPDX-License-Identifier: GPL-3.0-or-later
// Fourier transforms without local memory: short ones in registers, and one pass of a long one.
//
// Macros: POINTS (8, 16 or 32) is the length of a short transform, RADIX (2 or 4) that of a pass.
#ifndef POINTS
#define POINTS 16
#endif
#ifndef RADIX
#define RADIX 4
#endif

float2 product(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// cos(2 pi i / 32)
__constant float cosines[32] = {1.0f,          0.98078528f,  0.92387953f,  0.83146961f,  0.70710678f,  0.55557023f,
                                0.38268343f,   0.19509032f,  0.0f,         -0.19509032f, -0.38268343f, -0.55557023f,
                                -0.70710678f,  -0.83146961f, -0.92387953f, -0.98078528f, -1.0f,        -0.98078528f,
                                -0.92387953f,  -0.83146961f, -0.70710678f, -0.55557023f, -0.38268343f, -0.19509032f,
                                0.0f,          0.19509032f,  0.38268343f,  0.55557023f,  0.70710678f,  0.83146961f,
                                0.92387953f,   0.98078528f};

// A whole transform of POINTS points a work-item, radix 2 with decimation in frequency. Equal points of all transforms
// lie together, so that neighbouring work-items read neighbouring places.
__kernel void fourier_registers(__global const float2* x, __global float2* y, int batch) {
    const int own = get_global_id(0);
    if (own >= batch) return;
    float2 v[POINTS];
    #pragma unroll
    for (int i = 0; i < POINTS; ++i) v[i] = x[i * batch + own];
    #pragma unroll
    for (int width = POINTS / 2; width > 0; width /= 2) {
        #pragma unroll
        for (int i = 0; i < POINTS; ++i) {
            if ((i & width) == 0) {
                const int turn = (i % width) * (16 / width);
                const float2 difference = v[i] - v[i + width];
                v[i] += v[i + width];
                v[i + width] = product(difference, (float2)(cosines[turn], -cosines[(turn + 24) % 32]));
            }
        }
    }
    #pragma unroll
    for (int i = 0; i < POINTS; ++i) {
        int reversed = 0;
        #pragma unroll
        for (int bit = 1; bit < POINTS; bit *= 2) reversed = 2 * reversed + ((i & bit) != 0);
        y[reversed * batch + own] = v[i];
    }
}

// One pass over n points, real and imaginary parts apart: the transforms of `done` points that earlier passes left
// become ones of RADIX * done points. n / RADIX work-items.
__kernel void fourier_pass_planes(__global const float* real, __global const float* imaginary,
                                  __global float* newReal, __global float* newImaginary, int n, int done) {
    const int t = get_global_id(0);
    const int step = n / RADIX;
    if (t >= step) return;
    const int within = t % done;
    const float angle = -6.2831853f * (float)within / (float)(done * RADIX);
    float2 v[RADIX];
    #pragma unroll
    for (int i = 0; i < RADIX; ++i) {
        const float2 value = (float2)(real[t + i * step], imaginary[t + i * step]);
        v[i] = product(value, (float2)(native_cos(i * angle), native_sin(i * angle)));
    }
#if RADIX == 2
    const float2 sum[RADIX] = {v[0] + v[1], v[0] - v[1]};
#else
    const float2 even = v[0] + v[2];
    const float2 odd = v[1] + v[3];
    const float2 evenDifference = v[0] - v[2];
    const float2 oddDifference = (float2)(v[1].y - v[3].y, v[3].x - v[1].x);
    const float2 sum[RADIX] = {even + odd, evenDifference + oddDifference, even - odd, evenDifference - oddDifference};
#endif
    const int place = (t - within) * RADIX + within;
    #pragma unroll
    for (int i = 0; i < RADIX; ++i) {
        newReal[place + i * done] = sum[i].x;
        newImaginary[place + i * done] = sum[i].y;
    }
}
