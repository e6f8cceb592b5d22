// Pointers to one of several objects: where a condition or a loop decides which.

//@ kernel: chosen_by_lane --global 256
//@ holds: reads 4; writes 4; transactions 12
// The even work-items of a warp touch all four sectors of one buffer, the odd ones those of the other.
__kernel void chosen_by_lane(__global const float* a, __global const float* b, __global float* out)
{
    int i = get_global_id(0);
    __global const float* p = (i & 1) ? a + i : b + i;
    out[i] = *p;
}

//@ kernel: chosen_by_half --global 256 --local 64
//@ holds: reads 4; writes 4; transactions 8
__kernel void chosen_by_half(__global const float* a, __global const float* b, __global float* out)
{
    int i = get_global_id(0);
    out[i] = get_local_id(0) < 32 ? a[i] : b[255 - i];
}

//@ kernel: chosen_at_start --global 256 --arg flip=1
//@ holds: reads 16; writes 4; transactions 20
// The same for all work-items: one buffer is read, the other never.
__kernel void chosen_at_start(__global const float* a, __global const float* b, __global float* out, int flip)
{
    __global const float* from = flip ? a : b;
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < 4; ++k) s += from[k * 256 + i];
    out[i] = s;
}

//@ kernel: advanced_from_either --global 256 --arg flip=0 --arg n=8
//@ holds: reads 32; writes 4; transactions 36
__kernel void advanced_from_either(__global const float* a, __global const float* b, __global float* out, int flip,
                                   int n)
{
    int i = get_global_id(0);
    __global const float* p = flip ? a + i : b + i;
    float s = 0;
    for (int k = 0; k < n; ++k, p += 256) s += *p;
    out[i] = s;
}

//@ kernel: places_of_one_buffer --global 256
//@ holds: reads 4; writes 4; transactions 12
__kernel void places_of_one_buffer(__global const float* a, __global float* out)
{
    int i = get_global_id(0);
    __global const float* p = a + i;
    if (i & 1) p = a + 1024 + i;
    out[i] = *p;
}

//@ kernel: one_of_three --global 384 --local 32
//@ holds: reads 4; writes 4; transactions 8
__kernel void one_of_three(__global const float* a, __global const float* b, __global const float* c,
                           __global float* out)
{
    int i = get_global_id(0);
    int part = get_group_id(0) / 4;
    __global const float* p = part == 0 ? a : part == 1 ? b : c;
    out[i] = p[i];
}

//@ kernel: stored_to_either --global 256
//@ holds: reads 4; writes 4; transactions 12
__kernel void stored_to_either(__global const float* a, __global float* even, __global float* odd)
{
    int i = get_global_id(0);
    __global float* to = (i & 1) ? odd + i : even + i;
    *to = a[i];
}

//@ kernel: rotated_buffers --global 256 --arg steps=7
//@ holds: reads 28; writes 28; transactions 56
// Debian's PoCL crashes over it.
//@ oracle: host
__kernel void rotated_buffers(__global float* a, __global float* b, __global float* c, int steps)
{
    int i = get_global_id(0);
    for (int s = 0; s < steps; ++s) {
        b[i] = a[i] + 1;
        __global float* t = a;
        a = b;
        b = c;
        c = t;
    }
}

//@ kernel: advanced_where_it_fits --global 256 --arg n=6
//@ holds: reads 24; writes 4
// The pointer stays where a counter is odd: no linear one.
__kernel void advanced_where_it_fits(__global const float* a, __global float* out, int n)
{
    int i = get_global_id(0);
    __global const float* p = a + i;
    float s = 0;
    for (int k = 0; k < n; ++k) {
        s += *p;
        if (k % 3 != 1) p += 256;
    }
    out[i] = s;
}

//@ kernel: counted_in_either --global 256
//@ holds: atomics 1; transactions 8
__kernel void counted_in_either(__global int* low, __global int* high)
{
    int i = get_global_id(0);
    atomic_inc(((i & 3) == 0 ? high : low) + i);
}
