// Loops: counted, with break and continue, nested, by grids, downwards, by powers of two.

//@ kernel: counted --global 256 --arg n=32
//@ holds: reads 128; writes 4
__kernel void counted(__global const float* a, __global float* out, int n)
{
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < n; k++) {
        s += a[i + k * 256];
    }
    out[i] = s;
}

//@ kernel: downwards --global 256 --arg n=40
//@ holds: reads 160; writes 4
__kernel void downwards(__global const float* a, __global float* out, int n)
{
    int i = get_global_id(0);
    float s = 1.0f;
    while (n-- > 0) {
        s = s * 0.5f + a[n];
    }
    out[i] = s;
}

//@ kernel: do_while --global 256 --arg n=17
//@ holds: writes 68
__kernel void do_while(__global int* out, int n)
{
    int i = get_global_id(0), k = 0;
    do {
        out[k * 256 + i] = k;
    } while (++k < n);
}

//@ kernel: grid_stride --global 1024 --local 64 --arg n=10000
//@ holds: reads 39.0625; writes 39.0625
// 10000 elements of 1024 work-items.
__kernel void grid_stride(__global const float* x, __global float* y, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        y[i] = x[i] * x[i];
    }
}

//@ kernel: powers --global 256 --arg n=1000
//@ holds: writes 40
// 1, 2, 4, ..., 512: ten steps.
__kernel void powers(__global uint* out, uint n)
{
    uint i = get_global_id(0), at = 0;
    for (uint s = 1; s < n; s <<= 1) {
        out[at++ * 256 + i] = s;
    }
}

//@ kernel: halving --global 64 --local 64 --arg n=4096
//@ holds: writes 52
// 4096, 2048, ..., 1: thirteen steps.
__kernel void halving(__global int* out, int n)
{
    int i = get_global_id(0), at = 0;
    for (; n; n /= 2) { out[at * 64 + i] = n; ++at; }
}

//@ kernel: triangle --global 64 --local 64
//@ holds: reads 126; writes 4
// Work-item i reads i numbers: 63 * 64 / 2 / 64 * 4.
__kernel void triangle(__global const float* a, __global float* out)
{
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < i; ++k) {
        s += a[k * 64 + i];
    }
    out[i] = s;
}

//@ kernel: nested --global 128 --arg rows=12 --arg cols=10
//@ holds: reads 480; writes 48
__kernel void nested(__global const float* a, __global float* out, int rows, int cols)
{
    int i = get_global_id(0);
    for (int r = 0; r < rows; ++r) {
        float s = 0.0f;
        for (int c = 0; c < cols; ++c) {
            s += a[(r * cols + c) * 128 + i];
        }
        out[r * 128 + i] = s;
    }
}

//@ kernel: first_hit --global 256 --local 64 --arg n=100 --buffer keys=int:256:iota
//@ holds: reads 0..404; writes 4
// Ends where the key is found, or after n.
__kernel void first_hit(__global const int* restrict keys, __global int* restrict found, int n)
{
    int i = get_global_id(0);
    int at = -1;
    for (int k = 0; k < n; ++k) {
        if (keys[k] == i) {
            at = k;
            break;
        }
    }
    found[i] = at;
}

//@ kernel: skips_odd --global 256 --arg n=20
//@ holds: writes 40
__kernel void skips_odd(__global int* out, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; ++k) {
        if (k & 1)
            continue;
        out[k * 256 + i] = k;
    }
}

//@ kernel: many_loops --global 128
//@ holds: reads 48; writes 48
// Three loops of four, one after the other.
__kernel void many_loops(__global float* a)
{
    const int i = get_global_id(0);
    int k;
    for (k = 0; k < 4; k++) a[k * 128 + i] += 1;
    for (k = 0; k < 4; k++) a[k * 128 + i + 512] *= 2;
    for (k = 3; k >= 0; k--) a[k * 128 + i + 1024] -= 3;
}

//@ kernel: two_counters --global 128 --arg n=64
//@ holds: reads 256; writes 128
// Two ends move to the middle: 32 steps of two loads and a store.
__kernel void two_counters(__global const float* a, __global float* b, int n)
{
    int i = get_global_id(0);
    for (int lo = 0, hi = n - 1; lo < hi; ++lo, --hi) {
        b[lo * 128 + i] = a[lo * 128 + i] + a[hi * 128 + i];
    }
}

//@ kernel: unrolled_by_hint --global 128
//@ holds: reads 64; writes 4
__kernel void unrolled_by_hint(__global const float* a, __global float* out)
{
    int i = get_global_id(0);
    float s = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k)
        s += a[k * 128 + i];
    out[i] = s;
}

//@ kernel: hint_attribute --global 128
//@ holds: reads 64; writes 4
__kernel void hint_attribute(__global const float* a, __global float* out)
{
    int i = get_global_id(0);
    float s = 0;
    __attribute__((opencl_unroll_hint(4)))
    for (int k = 0; k < 16; ++k) {
        s += a[k * 128 + i];
    }
    out[i] = s;
}

//@ kernel: goto_forward --global 512 --local 64 --arg n=400
//@ holds: reads 3.125; writes 4
// 400 of 512 read before they jump.
__kernel void goto_forward(__global const int* a, __global int* out, int n)
{
    int i = get_global_id(0);
    int v = -1;
    if (i >= n) goto done;
    v = a[i];
    v = v * v;
done:
    out[i] = v;
}

//@ kernel: goto_loop --global 128 --arg n=9
//@ holds: writes 36
__kernel void goto_loop(__global int* out, int n)
{
    int i = get_global_id(0), k = 0;
again:
    out[k * 128 + i] = k;
    if (++k < n) goto again;
}

//@ kernel: bit_trick --global 256 --local 64
//@ holds: writes 4
// As many steps as the work-item's number has bits set.
__kernel void bit_trick(__global int* out)
{
    uint v = get_global_id(0);
    int n = 0;
    for (; v; v &= v - 1) { n++; }
    out[get_global_id(0)] = n;
}

//@ kernel: mandelbrot --global 32x32 --local 8x8 --arg most=64
//@ holds: writes 4
__kernel void mandelbrot(__global int* out, int most)
{
    int px = get_global_id(0), py = get_global_id(1);
    float cx = px * (3.0f / 32) - 2.0f, cy = py * (2.0f / 32) - 1.0f;
    float x = 0, y = 0;
    int n = 0;
    while (x * x + y * y <= 4.0f && n < most) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++n;
    }
    out[py * 32 + px] = n;
}

//@ kernel: collatz --global 128 --local 64
//@ holds: writes 4
__kernel void collatz(__global uint* steps)
{
    uint v = get_global_id(0) + 1, n = 0;
    while (v != 1) {
        v = (v & 1) ? 3 * v + 1 : v >> 1;
        n++;
    }
    steps[get_global_id(0)] = n;
}

//@ kernel: negative_stride --global 256 --local 64 --arg n=256
//@ holds: reads 4; writes 4; transactions 8
// Backwards through memory is as coalesced as forwards: 4 sectors of 32 bytes each way.
__kernel void negative_stride(__global const float* a, __global float* b, int n)
{
    int i = get_global_id(0);
    b[i] = a[n - 1 - i];
}

//@ kernel: pointer_walk --global 64 --local 64 --arg n=16
//@ holds: reads 64; writes 64
__kernel void pointer_walk(__global const float* in, __global float* out, int n)
{
    in += get_global_id(0) * n;
    out += get_global_id(0) * n;
    __global const float* end = in + n;
    while (in != end) {
        *out++ = *in++ * 3.0f;
    }
}

//@ kernel: loop_of_loops --global 64 --local 64
//@ holds: writes 40
// 0 + 1 + 2 + 3 + 4 stores.
__kernel void loop_of_loops(__global int* out)
{
    int i = get_global_id(0), at = 0;
    for (int a = 0; a < 5; ++a)
        for (int b = 0; b < a; ++b)
            out[64 * at++ + i] = a * b;
}

//@ kernel: barrier_in_loop --global 256 --local 64 --arg steps=5
//@ holds: barriers 10; local reads 40; local writes 20; reads 4; writes 4
__kernel void barrier_in_loop(__global float* data, int steps)
{
    __local float tile[64];
    int l = get_local_id(0);
    float v = data[get_global_id(0)];
    for (int s = 0; s < steps; ++s) {
        tile[l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        v = tile[(l + 1) & 63] * 0.5f + tile[(l + 63) & 63] * 0.5f;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[get_global_id(0)] = v;
}
