// Pieces of programs: matrices, dense and sparse, transforms.

//@ kernel: multiply --global 32x32 --local 8x8 --arg n=32
//@ holds: reads 256; writes 4
__kernel void multiply(const int n, __global const float* A, __global const float* B, __global float* C)
{
    const int row = get_global_id(1), col = get_global_id(0);
    float acc = 0.0f;
    for (int k = 0; k < n; k++)
        acc += A[row * n + k] * B[k * n + col];
    C[row * n + col] = acc;
}

//@ kernel: multiply_four --global 16x16 --local 8x8 --arg n=64
//@ holds: writes 64; reads 2048
// 4 x 4 results each: 64 steps of 8 loads.
__kernel void multiply_four(__global const float* a, __global const float* b, __global float* c, int n)
{
    int x = get_global_id(0) * 4, y = get_global_id(1) * 4;
    float s[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) s[i][j] = 0;
    for (int k = 0; k < n; ++k) {
        float ra[4], rb[4];
        for (int i = 0; i < 4; ++i) { ra[i] = a[(y + i) * n + k]; rb[i] = b[k * n + x + i]; }
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) s[i][j] += ra[i] * rb[j];
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[(y + i) * n + x + j] = s[i][j];
}

//@ kernel: rows_times_vector --global 128 --local 64 --arg cols=64
//@ holds: reads 512; writes 4
__kernel void rows_times_vector(__global const float* m, __global const float* v, __global float* out, int cols)
{
    int r = get_global_id(0);
    __global const float* row = m + r * cols;
    float s = 0;
    for (int c = 0; c < cols; ++c) s += row[c] * v[c];
    out[r] = s;
}

//@ kernel: sparse_rows --global 256 --local 64 --buffer row=int:257:offsets(3,3) --buffer col=int:768:random(0,255)
//@ holds: reads 44; writes 4
// Three elements a row: two bounds, and three times a column, a value and a number of the vector.
__kernel void sparse_rows(__global const int* restrict row, __global const int* restrict col, __global const float* restrict val,
                          __global const float* restrict x, __global float* restrict y)
{
    int r = get_global_id(0);
    float s = 0;
    int end = row[r + 1];
    for (int k = row[r]; k < end; k++) {
        s = mad(val[k], x[col[k]], s);
    }
    y[r] = s;
}

//@ kernel: ellpack --global 256 --local 64 --arg rows=256 --arg width=5 --buffer col=int:1280:random(-3,255)
//@ holds: writes 4; reads 20..60
// Negative columns fill up rows.
__kernel void ellpack(__global const int* restrict col, __global const float* restrict val, __global const float* restrict x, __global float* restrict y, int rows, int width)
{
    int r = get_global_id(0);
    if (r >= rows) return;
    float s = 0;
    for (int k = 0; k < width; ++k) {
        int c = col[k * rows + r];
        if (c < 0) continue;
        s += val[k * rows + r] * x[c];
    }
    y[r] = s;
}

//@ kernel: cholesky_column --global 64 --local 64 --arg j=8 --arg n=64
//@ holds: writes 0..4
__kernel void cholesky_column(__global float* a, int j, int n)
{
    int i = get_global_id(0);
    if (i < j) return;
    float s = a[i * n + j];
    for (int k = 0; k < j; ++k) s -= a[i * n + k] * a[j * n + k];
    a[i * n + j] = s;
}

//@ kernel: eliminate --global 32x32 --local 16x16 --arg k=4 --arg n=32
//@ holds: writes 2.84765625
// Rows and columns behind the fifth: 27 * 27 of 32 * 32.
__kernel void eliminate(__global float* a, __global const float* factor, int k, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > k && y > k && x < n && y < n) {
        a[y * n + x] -= factor[y] * a[k * n + x];
    }
}

//@ kernel: butterfly_radix2 --global 256 --local 64 --arg span=8
//@ holds: reads 16; writes 16
__kernel void butterfly_radix2(__global float2* data, int span)
{
    int i = get_global_id(0), k = i & (span - 1);
    int top = ((i - k) << 1) + k;
    float angle = -M_PI_F * k / span;
    float2 w = (float2)(native_cos(angle), native_sin(angle));
    float2 a = data[top], b = data[top + span];
    float2 t = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    data[top] = a + t;
    data[top + span] = a - t;
}

//@ kernel: dct8 --global 64 --local 64
//@ holds: reads 32; writes 32; private bytes 0
__kernel void dct8(__global const float* in, __global float* out)
{
    float v[8];
    int base = get_global_id(0) * 8;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[base + k];
#pragma unroll
    for (int u = 0; u < 8; ++u) {
        float s = 0;
#pragma unroll
        for (int x = 0; x < 8; ++x) s += v[x] * cos((2 * x + 1) * u * M_PI_F / 16);
        out[base + u] = s * (u == 0 ? 0.35355339f : 0.5f);
    }
}

//@ kernel: jacobi_sweep --global 128 --local 64 --arg n=128
//@ holds: writes 4; reads 0..1040
__kernel void jacobi_sweep(__global const float* A, __global const float* b, __global const float* x, __global float* y, const unsigned n)
{
    const size_t i = get_global_id(0);
    float sigma = 0.f;
    for (unsigned j = 0; j < n; ++j)
        if (j != i) sigma += A[j * n + i] * x[j];
    y[i] = (b[i] - sigma) / A[i * n + i];
}

//@ kernel: outer_product --global 64x32 --local 32x4
//@ holds: reads 12; writes 4
__kernel void outer_product(__global float* m, __global const float* u, __global const float* v, float alpha)
{
    int x = get_global_id(0), y = get_global_id(1);
    m[mad24(y, 64, x)] += alpha * u[x] * v[y];
}
