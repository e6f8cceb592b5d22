// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions of vectors: a result for each work-group, which a second, small launch would join. Work-items go over
// the vectors in strides of the whole launch, so that any number of groups does.
//
//   WG_SIZE   work-items of a group, a power of two of at least 2
//   VECTOR    dot_grid_stride, nrm2_grid_stride: width of loads (1, 2, 4, 8); n is a multiple of it

#ifndef WG_SIZE
#define WG_SIZE 128
#endif
#ifndef VECTOR
#define VECTOR 1
#endif

#if VECTOR == 1
typedef float floatv;
#define SUM(v) (v)
#elif VECTOR == 2
typedef float2 floatv;
#define SUM(v) ((v).x + (v).y)
#elif VECTOR == 4
typedef float4 floatv;
#define SUM(v) (((v).x + (v).y) + ((v).z + (v).w))
#else
typedef float8 floatv;
#define SUM(v) (((v).s0 + (v).s1) + ((v).s2 + (v).s3) + (((v).s4 + (v).s5) + ((v).s6 + (v).s7)))
#endif

// The sum over the group's work-items, for work-item 0.
inline float sum_of_group(const float value, __local float* shared) {
    const uint item = get_local_id(0);
    shared[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = WG_SIZE / 2; stride > 0; stride /= 2) {
        if (item < stride) shared[item] += shared[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return shared[0];
}

__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void dot_grid_stride(const uint n, const __global floatv* restrict x, const __global floatv* restrict y,
                              __global float* restrict partial) {
    __local float shared[WG_SIZE];
    floatv sum = (floatv)(0.0f);
    for (uint i = get_global_id(0); i < n / VECTOR; i += get_global_size(0)) sum += x[i] * y[i];
    const float total = sum_of_group(SUM(sum), shared);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = total;
}

// The Euclidean norm of the group's share.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void nrm2_grid_stride(const uint n, const __global floatv* restrict x, __global float* restrict partial) {
    __local float shared[WG_SIZE];
    floatv sum = (floatv)(0.0f);
    for (uint i = get_global_id(0); i < n / VECTOR; i += get_global_size(0)) {
        const floatv value = x[i];
        sum += value * value;
    }
    const float total = sum_of_group(SUM(sum), shared);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = sqrt(total);
}

// The index of the element of largest magnitude in the group's share; of equal ones the first. A group without
// elements gives n.
__attribute__((reqd_work_group_size(WG_SIZE, 1, 1)))
__kernel void amax_index_grid_stride(const uint n, const __global float* restrict x, __global uint* restrict partial) {
    __local float values[WG_SIZE];
    __local uint indices[WG_SIZE];
    const uint item = get_local_id(0);
    float largest = -1.0f;
    uint index = n;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const float value = fabs(x[i]);
        if (value > largest) {
            largest = value;
            index = i;
        }
    }
    values[item] = largest;
    indices[item] = index;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = WG_SIZE / 2; stride > 0; stride /= 2) {
        if (item < stride) {
            const float value = values[item + stride];
            const uint other = indices[item + stride];
            if (value > values[item] || (value == values[item] && other < indices[item])) {
                values[item] = value;
                indices[item] = other;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) partial[get_group_id(0)] = indices[0];
}
