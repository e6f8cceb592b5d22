// Conversions: implicit, casts, convert_TYPE with saturation and rounding, as_type.

//@ kernel: float_to_int --global 256
//@ holds: reads 4; writes 4
__kernel void float_to_int(__global const float* a, __global int* b)
{
    b[get_global_id(0)] = (int)a[get_global_id(0)];
}

//@ kernel: rounded_modes --global 256
//@ holds: reads 4; writes 16
__kernel void rounded_modes(__global const float* a, __global int4* b)
{
    float v = a[get_global_id(0)] * 100;
    b[get_global_id(0)] = (int4)(convert_int_rte(v), convert_int_rtz(v), convert_int_rtp(v), convert_int_rtn(v));
}

//@ kernel: saturated --global 256
//@ holds: reads 4; writes 1
__kernel void saturated(__global const int* a, __global uchar* b)
{
    b[get_global_id(0)] = convert_uchar_sat(a[get_global_id(0)] * 3);
}

//@ kernel: saturated_rounded --global 256
//@ holds: reads 16; writes 8
__kernel void saturated_rounded(__global const float4* a, __global short4* b)
{
    b[get_global_id(0)] = convert_short4_sat_rte(a[get_global_id(0)] * 30000.0f);
}

//@ kernel: reinterpreted --global 256
//@ holds: reads 4; writes 4
__kernel void reinterpreted(__global const float* a, __global uint* b)
{
    uint u = as_uint(a[get_global_id(0)]);
    b[get_global_id(0)] = u & 0x80000000u ? ~u : u | 0x80000000u;
}

//@ kernel: reinterpreted_vectors --global 256
//@ holds: reads 4; writes 4
__kernel void reinterpreted_vectors(__global const uchar4* a, __global uint* b)
{
    b[get_global_id(0)] = as_uint(a[get_global_id(0)].wzyx) + as_ushort2(a[get_global_id(0)]).x;
}

//@ kernel: widened --global 256
//@ holds: reads 8; writes 32
__kernel void widened(__global const char8* a, __global int8* b)
{
    b[get_global_id(0)] = convert_int8(a[get_global_id(0)]);
}

//@ kernel: narrowed --global 256
//@ holds: reads 8; writes 2
__kernel void narrowed(__global const long* a, __global ushort* b)
{
    b[get_global_id(0)] = (ushort)(a[get_global_id(0)] >> 3);
}

//@ kernel: signs_extended --global 256
//@ holds: reads 3; writes 8
__kernel void signs_extended(__global const char* a, __global const short* b, __global long* c)
{
    size_t i = get_global_id(0);
    c[i] = (long)a[i] * b[i];
}

//@ kernel: double_and_float --global 256
//@ holds: reads 12; writes 12
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void double_and_float(__global double* d, __global float* f)
{
    size_t i = get_global_id(0);
    double v = d[i] + f[i];
    d[i] = convert_double(convert_float_rtz(v));
    f[i] = v;
}

//@ kernel: half_storage --global 256
//@ holds: reads 2; writes 2
__kernel void half_storage(__global const half* in, __global half* out)
{
    size_t i = get_global_id(0);
    vstore_half(vload_half(i, in) * 2.0f, i, out);
}

//@ kernel: half_vectors --global 256
//@ holds: reads 8; writes 8
__kernel void half_vectors(__global const half* in, __global half* out)
{
    size_t i = get_global_id(0);
    float4 v = vload_half4(i, in);
    vstore_half4_rte(v + 1.0f, i, out);
}

//@ kernel: aligned_half_vectors --global 256
//@ holds: reads 16; writes 16
__kernel void aligned_half_vectors(__global const half* in, __global half* out)
{
    size_t i = get_global_id(0);
    float8 v = vloada_half8(i, in);
    vstorea_half8_rtz(v, i, out);
}

//@ kernel: fixed_point --global 256
//@ holds: reads 8; writes 4
__kernel void fixed_point(__global const int* a, __global const int* b, __global int* c)
{
    int i = get_global_id(0);
    c[i] = (int)(((long)a[i] * b[i]) >> 16);
}

//@ kernel: colour_packed --global 256
//@ holds: reads 16; writes 4
__kernel void colour_packed(__global const float4* in, __global uint* out)
{
    uint4 c = convert_uint4_sat_rte(clamp(in[get_global_id(0)], 0.0f, 1.0f) * 255.0f);
    out[get_global_id(0)] = c.x | c.y << 8 | c.z << 16 | c.w << 24;
}

//@ kernel: booleans --global 256
//@ holds: reads 4; writes 4
__kernel void booleans(__global const float* a, __global int* b)
{
    bool positive = a[get_global_id(0)] > 0, small = fabs(a[get_global_id(0)]) < 0.5f;
    b[get_global_id(0)] = positive + small * 2 + !positive * 4;
}

//@ kernel: pointers_and_sizes --global 256
//@ holds: writes 8
__kernel void pointers_and_sizes(__global ulong* out)
{
    size_t i = get_global_id(0);
    __global ulong* p = out + i;
    ptrdiff_t d = p - out;
    out[i] = (ulong)d * sizeof(size_t) + (uintptr_t)(d == (ptrdiff_t)i);
}
