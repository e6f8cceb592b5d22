// SPDX-License-Identifier: GPL-3.0-or-later
// Tridiagonal systems of ROWS equations, each solved by a work-group in local memory; a system's rows lie together, and
// the diagonal dominates. Macro: ROWS, a power of two.
#ifndef ROWS
#define ROWS 128
#endif

// Cyclic reduction: every second of the equations that are left loses its neighbours, until two are left; then the
// others follow. Half a work-item an equation; strides of powers of two meet in few banks.
__kernel __attribute__((reqd_work_group_size(ROWS / 2, 1, 1))) void
cyclic_reduction(__global const float* lower, __global const float* diagonal, __global const float* upper,
                 __global const float* right, __global float* x) {
    __local float a[ROWS], b[ROWS], c[ROWS], d[ROWS], solution[ROWS];
    const int item = get_local_id(0);
    const int base = get_group_id(0) * ROWS;
    for (int k = item; k < ROWS; k += ROWS / 2) {
        a[k] = k > 0 ? lower[base + k] : 0.0f;
        b[k] = diagonal[base + k];
        c[k] = k + 1 < ROWS ? upper[base + k] : 0.0f;
        d[k] = right[base + k];
    }
    int stride = 1;
    for (int active = ROWS / 2; active > 1; active /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < active) {
            const int k = 2 * stride * (item + 1) - 1;
            const int above = k - stride;
            const int below = min(k + stride, ROWS - 1); // of the last equation c is 0
            const float p = a[k] / b[above];
            const float q = c[k] / b[below];
            b[k] -= c[above] * p + (k + stride < ROWS ? a[below] * q : 0.0f);
            d[k] -= d[above] * p + (k + stride < ROWS ? d[below] * q : 0.0f);
            a[k] = -a[above] * p;
            c[k] = k + stride < ROWS ? -c[below] * q : 0.0f;
        }
        stride *= 2;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        const int first = stride - 1;
        const int second = 2 * stride - 1;
        const float determinant = b[first] * b[second] - c[first] * a[second];
        solution[first] = (b[second] * d[first] - c[first] * d[second]) / determinant;
        solution[second] = (b[first] * d[second] - a[second] * d[first]) / determinant;
    }
    for (int active = 2; active < ROWS; active *= 2) {
        stride /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < active) {
            const int k = stride * (2 * item + 1) - 1;
            const float before = item > 0 ? a[k] * solution[k - stride] : 0.0f;
            solution[k] = (d[k] - before - c[k] * solution[k + stride]) / b[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = item; k < ROWS; k += ROWS / 2) x[base + k] = solution[k];
}

// Parallel cyclic reduction: every equation loses its neighbours in each of log2(ROWS) steps. More work, no idle
// work-items, no bank conflicts. An equation a work-item.
__kernel __attribute__((reqd_work_group_size(ROWS, 1, 1))) void
parallel_cyclic_reduction(__global const float* lower, __global const float* diagonal, __global const float* upper,
                          __global const float* right, __global float* x) {
    __local float4 rows[ROWS];
    const int k = get_local_id(0);
    const int place = get_global_id(0);
    float4 own = (float4)(k > 0 ? lower[place] : 0.0f, diagonal[place], k + 1 < ROWS ? upper[place] : 0.0f,
                          right[place]);
    for (int stride = 1; stride < ROWS; stride *= 2) {
        rows[k] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        // Beyond the ends: x = 0.
        const float4 above = k >= stride ? rows[k - stride] : (float4)(0.0f, 1.0f, 0.0f, 0.0f);
        const float4 below = k + stride < ROWS ? rows[k + stride] : (float4)(0.0f, 1.0f, 0.0f, 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        const float p = own.x / above.y;
        const float q = own.z / below.y;
        own.y -= above.z * p + below.x * q;
        own.w -= above.w * p + below.w * q;
        own.x = -above.x * p;
        own.z = -below.z * q;
    }
    x[place] = own.w / own.y;
}
