// Double precision, and halves stored and computed with.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

//@ kernel: daxpy --global 1024 --arg n=1000
//@ holds: reads 15.625; writes 7.8125
__kernel void daxpy(int n, double alpha, __global const double* x, __global double* y)
{
    int i = get_global_id(0);
    if (i < n) { y[i] = alpha * x[i] + y[i]; }
}

//@ kernel: double_functions --global 256
//@ holds: reads 8; writes 8
__kernel void double_functions(__global double* a)
{
    size_t i = get_global_id(0);
    double v = a[i];
    a[i] = sqrt(v) + exp(v) * sin(v) - log(v + 1.0) + pow(v, 1.5) / (v + 2.0) + fma(v, v, v);
}

//@ kernel: double_vectors --global 256
//@ holds: reads 64; writes 32
__kernel void double_vectors(__global const double4* a, __global const double4* b, __global double4* c)
{
    int i = get_global_id(0);
    c[i] = fmax(a[i], b[i]) * dot(a[i], b[i]);
}

//@ kernel: compensated_sum --global 64 --arg n=32
//@ holds: reads 128; writes 8
// Kahan's sum must not be simplified away.
__kernel void compensated_sum(__global const float* a, __global float2* out, int n)
{
    float s = 0, c = 0;
    for (int k = 0; k < n; ++k) {
        float y = a[k * 64 + get_global_id(0)] - c;
        float t = s + y;
        c = (t - s) - y;
        s = t;
    }
    out[get_global_id(0)] = (float2)(s, c);
}

//@ kernel: double_reduction --global 256 --local 64
//@ holds: reads 8; writes 0.125; barriers 7; local bytes 512
__kernel void double_reduction(__global const double* a, __global double* out)
{
    __local double t[64];
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    for (int s = 32; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) t[l] += t[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) out[get_group_id(0)] = t[0];
}

//@ kernel: implicit_double --global 256
//@ holds: reads 4; writes 4
// Literals without f: computed as double.
__kernel void implicit_double(__global float* a)
{
    a[get_global_id(0)] = a[get_global_id(0)] * 0.1 + 3.0;
}

//@ kernel: stored_halves --global 256
//@ holds: reads 4; writes 2
__kernel void stored_halves(__global const float* in, __global half* out)
{
    vstore_half_rtp(in[get_global_id(0)], get_global_id(0), out);
}

//@ kernel: loaded_halves --global 256
//@ holds: reads 16; writes 4
// No access has more than four elements, and those in the middle nobody uses: 8 bytes at either end.
__kernel void loaded_halves(__global const half* in, __global float* out)
{
    float16 v = vloada_half16(get_global_id(0), in);
    out[get_global_id(0)] = v.s0 + v.sf;
}
