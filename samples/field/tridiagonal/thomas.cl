// SPDX-License-Identifier: GPL-3.0-or-later
// Tridiagonal systems by Thomas's elimination, a system a work-item: lower[k] * x[k - 1] + diagonal[k] * x[k] +
// upper[k] * x[k + 1] = right[k]. The diagonal dominates, so no pivots are needed.
//
// Macro: ROWS is the number of equations of a system that is kept in private memory.
#ifndef ROWS
#define ROWS 16
#endif

// A system's rows lie together, so neighbouring work-items read places that are n apart.
__kernel void thomas_rows(__global const float* lower, __global const float* diagonal, __global const float* upper,
                          __global const float* right, __global float* ratios, __global float* x, int systems, int n) {
    const int own = get_global_id(0);
    if (own >= systems) return;
    const int first = own * n;
    float ratio = upper[first] / diagonal[first];
    float value = right[first] / diagonal[first];
    ratios[first] = ratio;
    x[first] = value;
    for (int k = 1; k < n; ++k) {
        const float a = lower[first + k];
        const float scale = 1.0f / (diagonal[first + k] - a * ratio);
        ratio = upper[first + k] * scale;
        value = (right[first + k] - a * value) * scale;
        ratios[first + k] = ratio;
        x[first + k] = value;
    }
    for (int k = n - 2; k >= 0; --k) {
        value = x[first + k] - ratios[first + k] * value;
        x[first + k] = value;
    }
}

// Equal rows of all systems lie together, so neighbouring work-items read neighbouring places.
__kernel void thomas_interleaved(__global const float* lower, __global const float* diagonal,
                                 __global const float* upper, __global const float* right, __global float* ratios,
                                 __global float* x, int systems, int n) {
    const int own = get_global_id(0);
    if (own >= systems) return;
    float ratio = 0.0f;
    float value = 0.0f;
    int place = own;
    for (int k = 0; k < n; ++k, place += systems) {
        const float a = k > 0 ? lower[place] : 0.0f;
        const float scale = 1.0f / (diagonal[place] - a * ratio);
        ratio = upper[place] * scale;
        value = (right[place] - a * value) * scale;
        ratios[place] = ratio;
        x[place] = value;
    }
    place -= 2 * systems;
    for (int k = n - 2; k >= 0; --k, place -= systems) {
        value = x[place] - ratios[place] * value;
        x[place] = value;
    }
}

// Short systems of ROWS equations, interleaved; what elimination leaves stays in private memory.
__kernel void thomas_private(__global const float* lower, __global const float* diagonal, __global const float* upper,
                             __global const float* right, __global float* x, int systems) {
    const int own = get_global_id(0);
    if (own >= systems) return;
    float ratios[ROWS];
    float values[ROWS];
    ratios[0] = upper[own] / diagonal[own];
    values[0] = right[own] / diagonal[own];
    for (int k = 1; k < ROWS; ++k) {
        const int place = k * systems + own;
        const float a = lower[place];
        const float scale = 1.0f / (diagonal[place] - a * ratios[k - 1]);
        ratios[k] = upper[place] * scale;
        values[k] = (right[place] - a * values[k - 1]) * scale;
    }
    float value = values[ROWS - 1];
    x[(ROWS - 1) * systems + own] = value;
    for (int k = ROWS - 2; k >= 0; --k) {
        value = values[k] - ratios[k] * value;
        x[k * systems + own] = value;
    }
}
