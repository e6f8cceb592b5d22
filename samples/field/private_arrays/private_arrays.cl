// SPDX-License-Identifier: GPL-3.0-or-later
// Private arrays that loops index: whether they stay in registers depends on unrolling.
//
// Macros: DEGREE of polynomials, POINTS a work-item evaluates, KEEP how many of the nearest are kept, LAGS how many
// sums a work-item keeps (many of them do not fit into registers).
#ifndef DEGREE
#define DEGREE 8
#endif
#ifndef POINTS
#define POINTS 4
#endif
#ifndef KEEP
#define KEEP 8
#endif
#ifndef LAGS
#define LAGS 32
#endif

// A polynomial a work-item, whose coefficients and whose derivative's are kept in private memory; its values and slopes
// at POINTS points that are the same for all. Equal coefficients of all polynomials lie together.
__kernel void polynomial_values(__global const float* coefficients, __constant float* points, __global float* values,
                                __global float* slopes, int n) {
    const int own = get_global_id(0);
    if (own >= n) return;
    float c[DEGREE + 1];
    float d[DEGREE];
    for (int k = 0; k <= DEGREE; ++k) c[k] = coefficients[k * n + own];
    for (int k = 0; k < DEGREE; ++k) d[k] = (k + 1) * c[k + 1];
    for (int p = 0; p < POINTS; ++p) {
        const float x = points[p];
        float value = c[DEGREE];
        for (int k = DEGREE - 1; k >= 0; --k) value = value * x + c[k];
        float slope = d[DEGREE - 1];
        for (int k = DEGREE - 2; k >= 0; --k) slope = slope * x + d[k];
        values[p * n + own] = value;
        slopes[p * n + own] = slope;
    }
}

// The KEEP smallest squared distances of a query to m points, ascending: a candidate that beats the largest moves into
// its place in the private list.
__kernel void nearest_distances(__global const float2* queries, __global const float2* points,
                                __global float* distances, int n, int m) {
    const int own = get_global_id(0);
    if (own >= n) return;
    const float2 query = queries[own];
    float nearest[KEEP];
    for (int k = 0; k < KEEP; ++k) nearest[k] = MAXFLOAT;
    for (int j = 0; j < m; ++j) {
        const float2 d = points[j] - query;
        const float candidate = d.x * d.x + d.y * d.y;
        if (candidate < nearest[KEEP - 1]) { // warpstring: nearer
            int k = KEEP - 1;
            while (k > 0 && nearest[k - 1] > candidate) { // warpstring: moves
                nearest[k] = nearest[k - 1];
                --k;
            }
            nearest[k] = candidate;
        }
    }
    for (int k = 0; k < KEEP; ++k) distances[k * n + own] = nearest[k];
}

// The same without data-dependent indices: every candidate passes through the whole list, which is unrolled.
__kernel void nearest_distances_network(__global const float2* queries, __global const float2* points,
                                        __global float* distances, int n, int m) {
    const int own = get_global_id(0);
    if (own >= n) return;
    const float2 query = queries[own];
    float nearest[KEEP];
    #pragma unroll
    for (int k = 0; k < KEEP; ++k) nearest[k] = MAXFLOAT;
    for (int j = 0; j < m; ++j) {
        const float2 d = points[j] - query;
        float candidate = d.x * d.x + d.y * d.y;
        #pragma unroll
        for (int k = 0; k < KEEP; ++k) {
            const float low = fmin(candidate, nearest[k]);
            candidate = fmax(candidate, nearest[k]);
            nearest[k] = low;
        }
    }
    #pragma unroll
    for (int k = 0; k < KEEP; ++k) distances[k * n + own] = nearest[k];
}

// sums[k * n + i] = the sum over j of x[j * n + i] * y[j + k]: LAGS sums that all live through the loop.
__kernel void lagged_sums(__global const float* x, __global const float* y, __global float* sums, int n, int m) {
    const int own = get_global_id(0);
    if (own >= n) return;
    float sum[LAGS];
    #pragma unroll
    for (int k = 0; k < LAGS; ++k) sum[k] = 0.0f;
    for (int j = 0; j < m; ++j) {
        const float value = x[j * n + own];
        #pragma unroll
        for (int k = 0; k < LAGS; ++k) sum[k] = fma(value, y[j + k], sum[k]);
    }
    #pragma unroll
    for (int k = 0; k < LAGS; ++k) sums[k * n + own] = sum[k];
}
