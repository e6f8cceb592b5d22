// At and beyond the limits: out of range, unknown trips, many loops, what is refused by name.

//@ kernel: out_of_range --global 1024 --buffer a=float:1000
//@ holds: told evaluate.out-of-range; writes 4
//@ oracle: host
__kernel void out_of_range(__global float* a)
{
    a[get_global_id(0)] = 1;
}

//@ kernel: before_the_start --global 1024 --buffer a=float:1024
//@ holds: told evaluate.out-of-range; writes 4; reads 4
//@ oracle: host
__kernel void before_the_start(__global const float* a, __global float* b)
{
    int i = get_global_id(0);
    b[i] = a[i - 1];
}

//@ kernel: unused_arguments --global 64
//@ holds: writes 4
__kernel void unused_arguments(__global int* a, __global const float* b, int n, float4 v, __local char* c)
{
    a[get_global_id(0)] = 1;
}

//@ kernel: nothing --global 64
//@ holds: writes 0; reads 0
__kernel void nothing() {}

//@ kernel: void_parameters --global 64
//@ holds: writes 0; barriers 1
__kernel void void_parameters(void) { barrier(CLK_GLOBAL_MEM_FENCE); }

//@ kernel: dead_stores --global 64
//@ holds: writes 4; private bytes 0
__kernel void dead_stores(__global int* a)
{
    int t[8];
    for (int k = 0; k < 8; ++k) t[k] = k;
    a[get_global_id(0)] = 1;
    a[get_global_id(0)] = 2;
}

//@ kernel: three_sizes --global 8x8x8 --local 4x4x4
//@ holds: writes 4; group 64; work-items 512
__kernel void three_sizes(__global int* a)
{
    a[(get_global_id(2) * 8 + get_global_id(1)) * 8 + get_global_id(0)] = get_local_size(0) * get_num_groups(2);
}

//@ kernel: hints --global 256
//@ holds: group 64; writes 4
__attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(64, 1, 1)))
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void hints(__global float* a)
{
    a[get_global_id(0)] = 0;
}

//@ kernel: shared_variable --global 256 --local 64
//@ holds: barriers 2; local reads 8.0625; writes 8
// Every work-item reads two numbers, the last one of 64 another one before.
__kernel void shared_variable(__global int* a)
{
    __local int first, last;
    if (get_local_id(0) == 0) first = get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 63) last = first + 63;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = first;
    a[get_global_id(0) + 256] = last;
}

//@ kernel: into_a_loop --global 64
//@ holds: refused frontend.irreducible-flow
//@ oracle: host
__kernel void into_a_loop(__global int* a, int n)
{
    int k = 0;
    if (a[get_global_id(0)] > 3) goto middle;
    while (k < n) {
        a[k] += 1;
middle:
        a[k] *= 2;
        k += a[k] & 3;
    }
}
