// Vectors of 2 to 16: components, swizzles, loads and stores by vload, shuffles, selections.

//@ kernel: add4 --global 256
//@ holds: reads 32; writes 16; transactions 48
__kernel void add4(__global const float4* a, __global const float4* b, __global float4* c)
{
    int i = get_global_id(0);
    c[i] = a[i] + b[i];
}

//@ kernel: swizzled --global 256
//@ holds: reads 16; writes 16
__kernel void swizzled(__global float4* a)
{
    int i = get_global_id(0);
    float4 v = a[i];
    v.xy = v.yx;
    v.zw += v.xy;
    a[i] = v.wzyx;
}

//@ kernel: halves_of_eight --global 128
//@ holds: reads 32; writes 16
__kernel void halves_of_eight(__global const float8* a, __global float4* b)
{
    float8 v = a[get_global_id(0)];
    b[get_global_id(0)] = v.lo * v.hi + v.even - v.odd;
}

//@ kernel: sixteen --global 128
//@ holds: reads 64; writes 4
__kernel void sixteen(__global const float16* a, __global float* out)
{
    float16 v = a[get_global_id(0)];
    float8 s8 = v.lo + v.hi;
    float4 s4 = s8.lo + s8.hi;
    out[get_global_id(0)] = s4.s0 + s4.s1 + s4.s2 + s4.s3;
}

//@ kernel: hex_components --global 64
//@ holds: reads 16; writes 16
__kernel void hex_components(__global char16* a)
{
    char16 v = a[get_global_id(0)];
    v.s0aF = v.sF0a;
    v.s3 ^= v.sb;
    a[get_global_id(0)] = v;
}

//@ kernel: vload_three --global 256
//@ holds: reads 12; writes 12
__kernel void vload_three(__global const float* in, __global float* out)
{
    size_t i = get_global_id(0);
    float3 v = vload3(i, in);
    vstore3(normalize(v), i, out);
}

//@ kernel: float3_in_buffer --global 256
//@ holds: reads 12..16; writes 12..16
// Three components in the room of four.
__kernel void float3_in_buffer(__global const float3* in, __global float3* out)
{
    int i = get_global_id(0);
    out[i] = cross(in[i], (float3)(0, 0, 1));
}

//@ kernel: vload_unaligned --global 256
//@ holds: reads 16; writes 16
__kernel void vload_unaligned(__global const int* in, __global int* out)
{
    int i = get_global_id(0);
    int4 v = vload4(i, in + 1);
    vstore4(v * 2, i, out + 3);
}

//@ kernel: masks --global 256
//@ holds: reads 32; writes 16
__kernel void masks(__global const int4* a, __global const int4* b, __global int4* c)
{
    int i = get_global_id(0);
    int4 less = a[i] < b[i];
    c[i] = (a[i] & less) | (b[i] & ~less);
}

//@ kernel: selected --global 256
//@ holds: reads 32; writes 16
__kernel void selected(__global const float4* a, __global const float4* b, __global float4* c)
{
    size_t i = get_global_id(0);
    c[i] = select(a[i], b[i], isless(a[i], b[i]));
}

//@ kernel: vector_ternary --global 256
//@ holds: reads 8; writes 8
__kernel void vector_ternary(__global uint2* a)
{
    uint2 v = a[get_global_id(0)];
    a[get_global_id(0)] = v > (uint2)(100, 50) ? v - 1u : v + 1u;
}

//@ kernel: any_all --global 256 --local 64
//@ holds: reads 16; writes 4
__kernel void any_all(__global const int4* a, __global int* out)
{
    int4 v = a[get_global_id(0)];
    out[get_global_id(0)] = all(v > 10) ? 2 : any(v > 10) ? 1 : 0;
}

//@ kernel: shuffled --global 256
//@ holds: reads 16; writes 16
__kernel void shuffled(__global uint4* a)
{
    const uint4 mask = (uint4)(3, 1, 0, 2);
    a[get_global_id(0)] = shuffle(a[get_global_id(0)], mask);
}

//@ kernel: shuffled_by_data --global 256
//@ holds: reads 48; writes 16
__kernel void shuffled_by_data(__global const float4* a, __global const float4* b, __global const uint4* how,
                               __global float4* out)
{
    int i = get_global_id(0);
    out[i] = shuffle2(a[i], b[i], how[i] & 7u);
}

//@ kernel: wide_bytes --global 256
//@ holds: reads 16; writes 16; transactions 128
// No access has more than four elements (docs/model.md, section 9.1): four of 4 bytes, each over 512 bytes, both ways.
__kernel void wide_bytes(__global const uchar16* in, __global uchar16* out)
{
    out[get_global_id(0)] = (uchar)255 - in[get_global_id(0)];
}

//@ kernel: dot_products --global 256
//@ holds: reads 32; writes 4
__kernel void dot_products(__global const float4* a, __global const float4* b, __global float* d)
{
    int i = get_global_id(0);
    d[i] = dot(a[i], b[i]) / (length(a[i]) * length(b[i]) + 1e-6f);
}

//@ kernel: component_by_index --global 256
//@ holds: reads 20; writes 4
// A vector's component chosen by data, through a pointer to it.
__kernel void component_by_index(__global const float4* a, __global const int* which, __global float* out)
{
    int i = get_global_id(0);
    float4 v = a[i];
    out[i] = ((float*)&v)[which[i] & 3];
}

//@ kernel: vec_steps --global 256
//@ holds: writes 4
__kernel void vec_steps(__global int* out)
{
    out[get_global_id(0)] = vec_step(float3) * 1000 + vec_step(char16) * 10 + vec_step(int);
}

//@ kernel: broadcast_literal --global 256
//@ holds: writes 32
__kernel void broadcast_literal(__global double4* out)
{
    out[get_global_id(0)] = (double4)(get_global_id(0) * 0.5);
}

//@ kernel: mixed_literals --global 256
//@ holds: writes 64
__kernel void mixed_literals(__global int16* out)
{
    int i = get_global_id(0);
    int4 q = (int4)(i, i + 1, i + 2, i + 3);
    out[i] = (int16)(q, (int8)(q.xyzw, q.wzyx), q.lo, q.hi);
}

//@ kernel: strided_vectors --global 256
//@ holds: reads 16; writes 16; transactions 64
// Every second float4: 32 sectors each way for 32 work-items.
__kernel void strided_vectors(__global const float4* a, __global float4* b)
{
    int i = get_global_id(0);
    b[2 * i] = a[2 * i + 1];
}

//@ kernel: as_vector --global 256
//@ holds: reads 16; writes 16
__kernel void as_vector(__global const float* in, __global float* out)
{
    __global const float4* in4 = (__global const float4*)in;
    __global float4* out4 = (__global float4*)out;
    out4[get_global_id(0)] = rsqrt(in4[get_global_id(0)]);
}

//@ kernel: byte_components --global 256
//@ holds: reads 4; writes 4
__kernel void byte_components(__global const uchar4* in, __global uchar4* out, float gain)
{
    float4 f = convert_float4(in[get_global_id(0)]) * gain;
    out[get_global_id(0)] = convert_uchar4_sat(f);
}

//@ kernel: vector_loop --global 64 --arg n=8
//@ holds: reads 128; writes 4
__kernel void vector_loop(__global const float4* a, __global float* out, int n)
{
    float4 s = (float4)0;
    for (int k = 0; k < n; ++k) s = mad(a[k * 64 + get_global_id(0)], (float4)(0.5f), s);
    out[get_global_id(0)] = s.x + s.y + s.z + s.w;
}
