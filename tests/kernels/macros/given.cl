// Macros that the host program gives.

//@ kernel: block_size --global 256 --local 64 -D BLOCK=64 -D FAST=1
//@ holds: local bytes 256; barriers 1
__kernel void block_size(__global float* a)
{
    __local float t[BLOCK];
    t[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[BLOCK - 1 - get_local_id(0)];
}

//@ kernel: chosen_code --global 256 -D FAST=1 -D BLOCK=64
//@ holds: reads 4; writes 4
__kernel void chosen_code(__global float* a)
{
#if defined(FAST) && FAST
    a[get_global_id(0)] = native_sqrt(a[get_global_id(0)]);
#else
#error slow
#endif
}
