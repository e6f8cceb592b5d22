// Macros: of sizes, of functions, of types, with variable arguments, that choose code.

#ifndef REAL
#define REAL float
#endif
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define REAL4 CAT(REAL, 4)
#define MIN3(a, b, c) min(min((a), (b)), (c))
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define IDX2(x, y, w) ((y) * (w) + (x))
#define GID get_global_id(0)

//@ kernel: typed --global 1024 -D REAL=double
//@ holds: reads 8; writes 8
__kernel void typed(__global REAL* a) { a[GID] *= (REAL)2; }

//@ kernel: pasted --global 256
//@ holds: reads 16; writes 16
__kernel void pasted(__global REAL4* a) { a[GID] = a[GID].wxyz; }

//@ kernel: like_functions --global 1024
//@ holds: reads 12; writes 4
__kernel void like_functions(__global const int* a, __global const int* b, __global const int* c, __global int* out)
{
    out[GID] = MIN3(a[GID], b[GID], c[GID]);
}

//@ kernel: own_loops --global 128
//@ holds: reads 64; writes 4
__kernel void own_loops(__global const float* a, __global float* out)
{
    float s = 0;
    FOR(y, 4) FOR(x, 4) s += a[IDX2(x, y, 4) * 128 + GID];
    out[GID] = s;
}

#define UNROLL4(body) { enum { u = 0 }; body } { enum { u = 1 }; body } { enum { u = 2 }; body } { enum { u = 3 }; body }

//@ kernel: unrolled_by_macro --global 128
//@ holds: reads 16; writes 16
__kernel void unrolled_by_macro(__global const float* a, __global float* b)
{
    UNROLL4(b[u * 128 + GID] = a[u * 128 + GID] * u + 1;)
}

#ifdef cl_khr_fp64
#define HAS_DOUBLE 1
#endif

//@ kernel: asks_extensions --global 256
//@ holds: writes 8
__kernel void asks_extensions(__global long* out)
{
#if HAS_DOUBLE && __OPENCL_VERSION__ >= 120 && defined(__ENDIAN_LITTLE__)
    out[GID] = as_long((double)GID);
#else
    out[GID] = 0;
#endif
}

#define SWAP(T, a, b) do { T swap_ = (a); (a) = (b); (b) = swap_; } while (0)

//@ kernel: statement_macro --global 256
//@ holds: reads 8; writes 8
__kernel void statement_macro(__global int2* p)
{
    int2 v = p[GID];
    if (v.x > v.y)
        SWAP(int, v.x, v.y);
    p[GID] = v;
}

#define OP_add(a, b) ((a) + (b))
#define OP_mul(a, b) ((a) * (b))
#define MAKE_KERNEL(op)                                                                                          \
    __kernel void apply_##op(__global const float* a, __global const float* b, __global float* c)                \
    {                                                                                                            \
        c[GID] = OP_##op(a[GID], b[GID]);                                                                        \
    }

//@ kernel: apply_add --global 256
//@ holds: reads 8; writes 4
//@ oracle: host
//@ kernel: apply_mul --global 256
//@ holds: reads 8; writes 4
//@ oracle: host
MAKE_KERNEL(add)
MAKE_KERNEL(mul)

//@ kernel: line_and_date --global 256
//@ holds: writes 4
__kernel void line_and_date(__global int* out)
{
    out[GID] = __LINE__ + sizeof(__FILE__);
}
