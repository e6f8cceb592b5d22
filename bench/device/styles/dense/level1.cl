// SPDX-License-Identifier: GPL-3.0-or-later
// Vector operations. VW: the width of loads, WPT: vectors of an item, WGS: items of a group.
#if VW == 1
typedef float wide;
#define LANES(v) (v)
#elif VW == 2
typedef float2 wide;
#define LANES(v) ((v).x + (v).y)
#elif VW == 4
typedef float4 wide;
#define LANES(v) ((v).x + (v).y + (v).z + (v).w)
#endif

// y += alpha * x, with n / VW vectors. The items of the grid together take WPT strides.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void axpy_wide(const int n, const float alpha, const __global wide* restrict x, __global wide* y) {
    const int vectors = n / VW;
    #pragma unroll
    for (int w = 0; w < WPT; ++w) {
        const int at = get_group_id(0) * (WGS * WPT) + w * WGS + get_local_id(0);
        if (at < vectors) y[at] = y[at] + alpha * x[at];
    }
}

// The first pass of dot products (or sums of absolute values): a value for each group.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void dot_first(const int n, const __global wide* restrict x, const __global wide* restrict y,
               __global float* partial) {
    __local float scratch[WGS];
    const int lid = get_local_id(0);
    const int vectors = n / VW;
    const int stride = get_num_groups(0) * WGS;
    int at = get_group_id(0) * WGS + lid;
    float sum = 0.0f;
    for (; at + (WPT - 1) * stride < vectors; at += WPT * stride) {
        #pragma unroll
        for (int w = 0; w < WPT; ++w) {
            const wide both = x[at + w * stride] * y[at + w * stride];
            sum += LANES(both);
        }
    }
    for (; at < vectors; at += stride) {
        const wide both = x[at] * y[at];
        sum += LANES(both);
    }
    scratch[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WGS / 2; s > 0; s >>= 1) {
        if (lid < s) scratch[lid] += scratch[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) partial[get_group_id(0)] = scratch[0];
}

// The first pass of iamax: the largest absolute value of each group and where it lies.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void iamax_first(const int n, const __global float* restrict x, const int x_offset, const int x_inc,
                 __global float* best_values, __global uint* best_places) {
    __local float values[WGS];
    __local uint places[WGS];
    const int lid = get_local_id(0);
    float largest = -1.0f;
    uint place = 0;
    for (int at = get_global_id(0); at < n; at += get_global_size(0)) {
        const float value = fabs(x[at * x_inc + x_offset]);
        if (value > largest) {
            largest = value;
            place = at;
        }
    }
    values[lid] = largest;
    places[lid] = place;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WGS / 2; s > 0; s /= 2) {
        if (lid < s && values[lid + s] > values[lid]) {
            values[lid] = values[lid + s];
            places[lid] = places[lid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        best_values[get_group_id(0)] = values[0];
        best_places[get_group_id(0)] = places[0];
    }
}
