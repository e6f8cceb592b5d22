// Sub-groups: reductions, scans, broadcasts, votes, ballots, shuffles, Intel's block accesses. A warp is one.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable

//@ kernel: sum_of_sub_group --global 1024 --local 64
//@ holds: reads 4; writes 0.125; barriers 0; local writes 0
// One work-item of 32 stores.
//@ oracle: host
kernel void sum_of_sub_group(global const float* in, global float* out)
{
    float s = sub_group_reduce_add(in[get_global_id(0)]);
    if (get_sub_group_local_id() == 0) out[get_group_id(0) * get_num_sub_groups() + get_sub_group_id()] = s;
}

//@ kernel: two_steps --global 1024 --local 256
//@ holds: reads 4; writes 0.015625; barriers 1; local writes 0.125
// Sub-groups first, the first of them last: 8 results in local memory.
//@ oracle: host
kernel void two_steps(global const float* in, global float* out)
{
    local float part[8];
    float s = sub_group_reduce_add(in[get_global_id(0)]);
    if (get_sub_group_local_id() == 0) part[get_sub_group_id()] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() == 0) {
        float v = get_sub_group_local_id() < get_num_sub_groups() ? part[get_sub_group_local_id()] : 0.0f;
        v = sub_group_reduce_add(v);
        if (get_sub_group_local_id() == 0) out[get_group_id(0)] = v;
    }
}

//@ kernel: scan_of_sub_group --global 1024 --local 64
//@ holds: reads 4; writes 8
//@ oracle: host
kernel void scan_of_sub_group(global const int* in, global int2* out)
{
    int v = in[get_global_id(0)];
    out[get_global_id(0)] = (int2)(sub_group_scan_inclusive_add(v), sub_group_scan_exclusive_min(v));
}

//@ kernel: broadcast_lane --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void broadcast_lane(global float* a)
{
    a[get_global_id(0)] *= sub_group_broadcast(a[get_global_id(0)], 3);
}

//@ kernel: butterfly --global 1024 --local 64
//@ holds: reads 4; writes 4; barriers 0
//@ oracle: host
kernel void butterfly(global float* a)
{
    float v = a[get_global_id(0)];
    for (uint m = 16; m > 0; m >>= 1) v += sub_group_shuffle_xor(v, m);
    a[get_global_id(0)] = v;
}

//@ kernel: shifted --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void shifted(global const int* in, global int* out)
{
    int v = in[get_global_id(0)];
    int left = sub_group_shuffle_up(v, 1), right = sub_group_shuffle_down(v, 1);
    out[get_global_id(0)] = left + 2 * v + right;
}

//@ kernel: shuffled_by_lane --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void shuffled_by_lane(global const float* in, global float* out)
{
    float v = in[get_global_id(0)];
    out[get_global_id(0)] = sub_group_shuffle(v, 31 - get_sub_group_local_id());
}

//@ kernel: ballots --global 1024 --local 64
//@ holds: reads 4; atomics 0..1
// One work-item of 32 adds for all of them; which one is not known here.
//@ oracle: host
kernel void ballots(global const int* in, global uint* count)
{
    uint4 set = sub_group_ballot(in[get_global_id(0)] > 64);
    if (sub_group_elect()) atomic_add(count, sub_group_ballot_bit_count(set));
}

//@ kernel: sub_group_votes --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void sub_group_votes(global const int* in, global int* out)
{
    int v = in[get_global_id(0)];
    out[get_global_id(0)] = sub_group_all(v > 0) + 2 * sub_group_any(v > 120);
}

//@ kernel: clusters --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void clusters(global float* a)
{
    a[get_global_id(0)] = sub_group_clustered_reduce_add(a[get_global_id(0)], 8);
}

//@ kernel: lanes_and_sizes --global 1024 --local 64
//@ holds: writes 8
//@ oracle: host
kernel void lanes_and_sizes(global uint2* out)
{
    out[get_global_id(0)] = (uint2)(get_sub_group_size() * 100 + get_sub_group_local_id(), get_max_sub_group_size());
}

//@ kernel: first_half_of_lanes --global 1024 --local 64
//@ holds: writes 2
//@ oracle: host
kernel void first_half_of_lanes(global int* out)
{
    if (get_sub_group_local_id() < 16) {
        out[get_global_id(0)] = 1;
    }
}

//@ kernel: every_second_sub_group --global 1024 --local 128
//@ holds: writes 2
//@ oracle: host
kernel void every_second_sub_group(global int* out)
{
    if (get_sub_group_id() % 2 == 1) out[get_global_id(0)] = get_sub_group_id();
}

//@ kernel: sub_group_fence --global 1024 --local 64
//@ holds: reads 4; writes 4; local reads 4; local writes 4
//@ oracle: host
kernel void sub_group_fence(global int* a)
{
    local int t[64];
    t[get_local_id(0)] = a[get_global_id(0)];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[get_local_id(0) ^ 1];
}

//@ kernel: non_uniform --global 1024 --local 64 --arg n=1000
//@ holds: reads 3.90625; writes 3.90625
//@ oracle: host
kernel void non_uniform(global const int* in, global int* out, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        out[i] = sub_group_non_uniform_reduce_add(in[i]);
    }
}

//@ kernel: own_matrix_row --global 256x4 --local 32x4
//@ holds: reads 128; writes 4
// Each lane holds one element of a row, which the others ask for: 32 loads of b.
//@ oracle: host
kernel void own_matrix_row(global const float* a, global const float* b, global float* c)
{
    int col = get_global_id(0), row = get_global_id(1);
    float own = a[row * 32 + get_sub_group_local_id()], s = 0;
    for (int k = 0; k < 31; ++k) s = mad(sub_group_broadcast(own, k), b[k * 256 + col], s);
    c[row * 256 + col] = s;
}
