// SPDX-License-Identifier: GPL-3.0-or-later
// The eigenvalues of symmetric 3 x 3 matrices, ascending, by Jacobi's rotations, a matrix a work-item. A matrix has six
// planes of numbers: 00, 11, 22, 01, 02, 12. Macro: SWEEPS is how often all three pairs of axes are turned; four are
// enough for float.
#ifndef SWEEPS
#define SWEEPS 4
#endif

// Turns axes p and q so that their element apq vanishes; r is the other axis.
void turn(float* app, float* aqq, float* apq, float* apr, float* aqr) {
    const float ratio = (*aqq - *app) / (2.0f * *apq + copysign(1e-30f, *apq)); // 0 / 0 is none
    const float t = copysign(1.0f, ratio) / (fabs(ratio) + sqrt(ratio * ratio + 1.0f));
    const float c = rsqrt(t * t + 1.0f);
    const float s = t * c;
    *app -= t * *apq;
    *aqq += t * *apq;
    *apq = 0.0f;
    const float old = *apr;
    *apr = c * old - s * *aqr;
    *aqr = s * old + c * *aqr;
}

__kernel void eigenvalues_jacobi(__global const float* planes, __global float* values, int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    float a00 = planes[i];
    float a11 = planes[n + i];
    float a22 = planes[2 * n + i];
    float a01 = planes[3 * n + i];
    float a02 = planes[4 * n + i];
    float a12 = planes[5 * n + i];
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        turn(&a00, &a11, &a01, &a02, &a12);
        turn(&a00, &a22, &a02, &a01, &a12);
        turn(&a11, &a22, &a12, &a01, &a02);
    }
    const float low = fmin(a00, fmin(a11, a22));
    const float high = fmax(a00, fmax(a11, a22));
    values[3 * i] = low;
    values[3 * i + 1] = fmax(fmin(a00, a11), fmin(fmax(a00, a11), a22));
    values[3 * i + 2] = high;
}

// The same by the roots of the characteristic polynomial, which a cosine gives.
__kernel void eigenvalues_closed(__global const float* planes, __global float* values, int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    const float a01 = planes[3 * n + i];
    const float a02 = planes[4 * n + i];
    const float a12 = planes[5 * n + i];
    const float mean = (planes[i] + planes[n + i] + planes[2 * n + i]) / 3.0f;
    const float b00 = planes[i] - mean;
    const float b11 = planes[n + i] - mean;
    const float b22 = planes[2 * n + i] - mean;
    const float outside = a01 * a01 + a02 * a02 + a12 * a12;
    const float p = sqrt((b00 * b00 + b11 * b11 + b22 * b22 + 2.0f * outside) / 6.0f);
    const float determinant = b00 * (b11 * b22 - a12 * a12) - a01 * (a01 * b22 - a12 * a02) +
                              a02 * (a01 * a12 - b11 * a02);
    const float cosine = clamp(determinant / (2.0f * p * p * p), -1.0f, 1.0f);
    const float angle = acos(cosine) / 3.0f;
    const float high = mean + 2.0f * p * cos(angle);
    const float low = mean + 2.0f * p * cos(angle + 2.0943951f);
    values[3 * i] = low;
    values[3 * i + 1] = 3.0f * mean - low - high;
    values[3 * i + 2] = high;
}
