// What lies beyond the source: assembly, functions without a body, recursion.

//@ kernel: assembly --global 256
//@ holds: reads 4; writes 4; told frontend.inline-assembly
//@ oracle: host
__kernel void assembly(__global const uint* in, __global uint* out)
{
    uint v = in[get_global_id(0)], r;
    __asm__("popc.b32 %0, %1;" : "=r"(r) : "r"(v));
    out[get_global_id(0)] = r;
}

float of_another_library(float x);

//@ kernel: missing --global 256
//@ holds: refused frontend.missing-function
//@ oracle: host
__kernel void missing(__global float* a)
{
    a[get_global_id(0)] = of_another_library(a[get_global_id(0)]);
}

static int depth(int n) { return n < 2 ? 1 : depth(n - 1) + depth(n - 2); }

//@ kernel: recursive --global 256
//@ holds: refused frontend.recursion
//@ oracle: host
__kernel void recursive(__global int* a)
{
    a[get_global_id(0)] = depth(a[get_global_id(0)] & 7);
}
