// Atomics of OpenCL C 1.x: global and local, floats by compare and exchange, locks and counters.

//@ kernel: histogram --global 1024 --local 64 --buffer data=uchar:1024:random
//@ holds: reads 1; atomics 1; writes 0
__kernel void histogram(__global const uchar* data, __global uint* bins)
{
    atomic_inc(&bins[data[get_global_id(0)]]);
}

//@ kernel: one_counter --global 1024
//@ holds: atomics 1; writes 0
__kernel void one_counter(__global int* counter)
{
    atomic_add(counter, 2);
}

//@ kernel: all_of_them --global 256
//@ holds: atomics 9
__kernel void all_of_them(volatile __global int* a, volatile __global uint* b)
{
    int i = get_global_id(0);
    atomic_add(a, i);
    atomic_sub(a + 1, i);
    atomic_min(a + 2, i);
    atomic_max(b + 3, (uint)i);
    atomic_and(a + 4, i);
    atomic_or(a + 5, i);
    atomic_xor(b + 6, (uint)i);
    atomic_dec(a + 7);
    atomic_xchg(a + 8, i);
}

//@ kernel: compacted --global 1024 --local 64 --buffer in=int:1024:iota
//@ holds: reads 4; atomics 0.5; writes 2
// 512 of 1024 numbers are odd; where they go nobody knows.
__kernel void compacted(__global const int* restrict in, __global int* restrict out, __global int* restrict count)
{
    int v = in[get_global_id(0)];
    if (v & 1) {
        int at = atomic_inc(count);
        out[at & 1023] = v;
    }
}

static void add_float(volatile __global float* to, float v)
{
    union { uint u; float f; } before, after;
    do {
        before.f = *to;
        after.f = before.f + v;
    } while (atomic_cmpxchg((volatile __global uint*)to, before.u, after.u) != before.u);
}

//@ kernel: float_sums --global 256 --local 64
//@ holds: atomics 1..256; reads 8..1028
// How often a work-item tries again nobody can say: no more often than there are others.
__kernel void float_sums(__global const float* in, volatile __global float* sums)
{
    int i = get_global_id(0);
    add_float(&sums[i & 15], in[i]);
}

//@ kernel: local_counter --global 1024 --local 64 --buffer in=int:1024:iota
//@ holds: local atomics 0.5; atomics 0.015625; barriers 2
__kernel void local_counter(__global const int* in, __global int* count)
{
    __local int own;
    if (get_local_id(0) == 0) own = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[get_global_id(0)] & 1) {
        atomic_inc(&own);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_add(count, own);
    }
}

//@ kernel: old_names --global 256
//@ holds: atomics 3
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
__kernel void old_names(__global int* a)
{
    atom_add(a, 1);
    atom_inc(a + 1);
    atom_xchg(a + 2, 5);
}

//@ kernel: sixty_four_bits --global 256
//@ holds: atomics 2
//@ oracle: host
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__kernel void sixty_four_bits(__global ulong* a, ulong v)
{
    atom_add(a + (get_global_id(0) & 7), v);
    atom_max(a + 8, v * get_global_id(0));
}

//@ kernel: exchanged_float --global 256
//@ holds: atomics 1; writes 4
__kernel void exchanged_float(volatile __global float* slot, __global float* out)
{
    out[get_global_id(0)] = atomic_xchg(slot + get_global_id(0) / 32, 1.5f);
}

//@ kernel: last_group_finishes --global 1024 --local 64
//@ holds: barriers 1; writes 0.0625..4.0625
// The last group to arrive sums up what all have written.
__kernel void last_group_finishes(__global const float* in, __global float* partial, __global float* total, __global uint* arrived)
{
    __local int isLast;
    if (get_local_id(0) == 0) {
        partial[get_group_id(0)] = in[get_global_id(0)];
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        isLast = atomic_inc(arrived) == get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (isLast && get_local_id(0) == 0) {
        float s = 0;
        for (uint k = 0; k < get_num_groups(0); ++k) s += partial[k];
        total[0] = s;
    }
}

//@ kernel: minimum_of_all --global 1024 --local 128
//@ holds: reads 4; local atomics 1; atomics 0.0078125; barriers 2
__kernel void minimum_of_all(__global const int* in, __global int* least)
{
    __local int m;
    if (!get_local_id(0)) m = INT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_min(&m, in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!get_local_id(0)) { atomic_min(least, m); }
}

//@ kernel: hash_insert --global 256 --local 64 --arg mask=1023 --buffer keys=uint:256:permutation --buffer table=uint:1024
//@ holds: reads 4; atomics 1..256
// Open addressing: tries on until a place is empty.
__kernel void hash_insert(__global const uint* keys, __global uint* table, uint mask)
{
    uint key = keys[get_global_id(0)] + 1;
    uint at = key * 2654435761u & mask;
    while (1) {
        uint old = atomic_cmpxchg(&table[at], 0u, key);
        if (old == 0 || old == key) break;
        at = (at + 1) & mask;
    }
}
