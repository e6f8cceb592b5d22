// Arithmetic of halves, which Debian's PoCL does not offer.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

//@ kernel: half_sum --global 1024
//@ holds: reads 4; writes 2
//@ oracle: host
__kernel void half_sum(__global const half* a, __global const half* b, __global half* c)
{
    size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
}

//@ kernel: half_vectors --global 1024
//@ holds: reads 16; writes 8
//@ oracle: host
__kernel void half_vectors(__global const half4* a, __global const half4* b, __global half4* c)
{
    size_t i = get_global_id(0);
    c[i] = fma(a[i], b[i], (half4)(1.0h));
}

//@ kernel: half_argument --global 1024 --arg scale=0.5
//@ holds: reads 2; writes 2
//@ oracle: host
__kernel void half_argument(__global half* a, half scale)
{
    a[get_global_id(0)] = sqrt(a[get_global_id(0)]) * scale;
}

//@ kernel: half_converted --global 1024
//@ holds: reads 8; writes 8
//@ oracle: host
__kernel void half_converted(__global const float2* in, __global half2* out, __global short2* bits)
{
    half2 h = convert_half2_rte(in[get_global_id(0)]);
    out[get_global_id(0)] = h;
    bits[get_global_id(0)] = as_short2(h);
}
