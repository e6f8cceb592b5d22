// SPDX-License-Identifier: GPL-3.0-or-later
// Transforms: passes of a Fourier transform, the cosine transform of 8 x 8 blocks, wavelets by lifting,
// transposition.
#ifndef RADIX
#define RADIX 4
#endif

#define MUL(a, b) ((float2)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))
#define TIMES_MINUS_I(a) ((float2)((a).y, -(a).x))
#define ADD_SUB(a, b) do { float2 t_ = (a); (a) = t_ + (b); (b) = t_ - (b); } while (0)

static float2 unit(float angle)
{
    float c;
    float s = sincos(angle, &c);
    return (float2)(c, s);
}

#if RADIX >= 4
// in natural order
static void dft4(float2* a, float2* b, float2* c, float2* d)
{
    ADD_SUB(*a, *c);
    ADD_SUB(*b, *d);
    float2 turned = TIMES_MINUS_I(*d);
    float2 a0 = *a, c0 = *c, b0 = *b;
    *a = a0 + b0;
    *b = c0 + turned;
    *c = a0 - b0;
    *d = c0 - turned;
}
#endif

// One pass over transforms of n points, an item a butterfly; before it, transforms of p points are done.
__kernel void stockham_pass(__global const float2* in, __global float2* out, const int n, const int p)
{
    const int items = n / RADIX;
    const int i = get_global_id(0);
    const int k = i & (p - 1);
    const size_t base = (size_t)get_global_id(1) * n;
    float2 v[RADIX];

    in += base + i;
    #pragma unroll
    for (int r = 0; r < RADIX; ++r) v[r] = in[r * items];
    const float angle = -2.0f * M_PI_F * (float)k / (float)(p * RADIX);
    #pragma unroll
    for (int r = 1; r < RADIX; ++r) v[r] = MUL(v[r], unit(angle * r));

#if RADIX == 2
    ADD_SUB(v[0], v[1]);
#elif RADIX == 4
    dft4(v, v + 1, v + 2, v + 3);
#else
    dft4(v, v + 2, v + 4, v + 6);
    dft4(v + 1, v + 3, v + 5, v + 7);
    v[3] = M_SQRT1_2_F * (v[3] + TIMES_MINUS_I(v[3]));
    v[5] = TIMES_MINUS_I(v[5]);
    v[7] = M_SQRT1_2_F * (TIMES_MINUS_I(v[7]) - v[7]);
    {
        float2 e[4], o[4];
        for (int r = 0; r < 4; ++r) { e[r] = v[2 * r]; o[r] = v[2 * r + 1]; }
        for (int r = 0; r < 4; ++r) { v[r] = e[r] + o[r]; v[r + 4] = e[r] - o[r]; }
    }
#endif

    out += base + (i - k) * RADIX + k;
    #pragma unroll
    for (int r = 0; r < RADIX; ++r) out[r * p] = v[r];
}

// Eight neighbouring blocks of 8 x 8 pixels a group of 64: each item a row of a block, then a column.
__constant float dct_even[16] = {
    0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f,
    0.46193977f, 0.19134172f, -0.19134172f, -0.46193977f,
    0.35355339f, -0.35355339f, -0.35355339f, 0.35355339f,
    0.19134172f, -0.46193977f, 0.46193977f, -0.19134172f};
__constant float dct_odd[16] = {
    0.49039264f, 0.41573481f, 0.27778512f, 0.09754516f,
    0.41573481f, -0.09754516f, -0.49039264f, -0.27778512f,
    0.27778512f, -0.49039264f, 0.09754516f, 0.41573481f,
    0.09754516f, -0.27778512f, 0.41573481f, -0.49039264f};

void dct_line(const float x[8], float y[8])
{
    for (int k = 0; k < 4; k++) {
        float even = 0, odd = 0;
        for (int i = 0; i < 4; i++) {
            even += dct_even[4 * k + i] * (x[i] + x[7 - i]);
            odd += dct_odd[4 * k + i] * (x[i] - x[7 - i]);
        }
        y[2 * k] = even;
        y[2 * k + 1] = odd;
    }
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dct_strip(__global const uchar* image, __global short* coefficients, __constant float* quantum, int width)
{
    __local float strip[8][64 + 1];
    int t = get_local_id(0);
    int block = t >> 3, line = t & 7;
    int left = get_group_id(0) * 64, top = get_group_id(1) * 8;

    for (int r = 0; r < 8; r++)
        strip[r][t] = (float)image[(top + r) * width + left + t] - 128.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    float x[8], y[8];
    for (int i = 0; i < 8; i++) x[i] = strip[line][8 * block + i];
    dct_line(x, y);
    for (int i = 0; i < 8; i++) strip[line][8 * block + i] = y[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = 0; i < 8; i++) x[i] = strip[i][t];
    dct_line(x, y);
    for (int i = 0; i < 8; i++)
        coefficients[(top + i) * width + left + t] = convert_short_rte(y[i] * quantum[8 * i + line]);
}

// One level of the reversible 5/3 wavelet, 2 * LIFT samples a group.
#ifndef LIFT
#define LIFT 128
#endif

inline int mirrored(int i, int n)
{
    i = abs(i);
    return i < n ? i : 2 * (n - 1) - i;
}

__kernel __attribute__((reqd_work_group_size(LIFT, 1, 1)))
void lift53(__global const int* signal, __global int* low, __global int* high, int n)
{
    __local int s[2 * LIFT + 3];
    __local int d[LIFT + 1];
    const int t = get_local_id(0);
    const int first = (int)get_group_id(0) * LIFT;

    for (int i = t; i < 2 * LIFT + 3; i += LIFT) s[i] = signal[mirrored(2 * first - 2 + i, n)];
    barrier(CLK_LOCAL_MEM_FENCE);
    d[t + 1] = s[2 * t + 3] - ((s[2 * t + 2] + s[2 * t + 4]) >> 1);
    if (t == 0) d[0] = s[1] - ((s[0] + s[2]) >> 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    high[first + t] = d[t + 1];
    low[first + t] = s[2 * t + 2] + ((d[t] + d[t + 1] + 2) >> 2);
}

// Transposition, first generation.
__kernel void transpose_first(__global const float* in, __global float* out, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// Second: through local memory.
#ifndef EDGE
#define EDGE 16
#endif
__kernel void transpose_second(__global const float* in, __global float* out, int width, int height)
{
    __local float tile[EDGE * EDGE];
    int x = get_group_id(0) * EDGE + get_local_id(0);
    int y = get_group_id(1) * EDGE + get_local_id(1);
    if (x < width && y < height)
        tile[get_local_id(1) * EDGE + get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * EDGE + get_local_id(0);
    y = get_group_id(0) * EDGE + get_local_id(1);
    if (x < height && y < width)
        out[y * height + x] = tile[get_local_id(0) * EDGE + get_local_id(1)];
}

// Third: a column more against conflicts, several rows an item, no guards.
#define WIDE 32
#ifndef DEEP
#define DEEP 8
#endif
__kernel __attribute__((reqd_work_group_size(WIDE, DEEP, 1)))
void transpose_third(__global const float* restrict in, __global float* restrict out, const int width, const int height)
{
    __local float tile[WIDE][WIDE + 1];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int bx = get_group_id(0) * WIDE, by = get_group_id(1) * WIDE;
    __global const float* from = in + (by + ly) * width + bx + lx;
    #pragma unroll
    for (int r = 0; r < WIDE; r += DEEP, from += DEEP * width)
        tile[ly + r][lx] = *from;
    barrier(CLK_LOCAL_MEM_FENCE);
    __global float* to = out + (bx + ly) * height + by + lx;
    #pragma unroll
    for (int r = 0; r < WIDE; r += DEEP, to += DEEP * height)
        *to = tile[lx][ly + r];
}
