// SPDX-License-Identifier: GPL-3.0-or-later
// Transforms of signals: batches of Fourier transforms, wavelets and cosines of blocks of images.
#ifndef POINTS
#define POINTS 1024
#endif
#ifndef TABLE
#define TABLE 0
#endif
#define QUARTER (POINTS / 4)

float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

#if TABLE
#define TWIDDLE(k, ns) roots[(k) * (QUARTER / (ns))]
#else
float2 root(float angle) { return (float2)(native_cos(angle), native_sin(angle)); }
#define TWIDDLE(k, ns) root(-1.5707963f * (float)(k) / (float)(ns))
#endif

// POINTS (a power of four) points a group, an item having four of them; radix 4, exchanged over local memory.
// `roots` holds the POINTS-th roots of one, the first quarter of them.
__kernel __attribute__((reqd_work_group_size(QUARTER, 1, 1))) void
fft_batch(__global const float2* in, __global float2* out, __global const float2* roots) {
    __local float2 data[POINTS];
    const int j = get_local_id(0);
    const size_t base = (size_t)get_group_id(0) * POINTS;
    float2 v0 = in[base + j];
    float2 v1 = in[base + j + QUARTER];
    float2 v2 = in[base + j + 2 * QUARTER];
    float2 v3 = in[base + j + 3 * QUARTER];
    for (int ns = 1; ns < POINTS; ns *= 4) {
        const int k = j & (ns - 1);
        if (ns > 1) {
            const float2 w = TWIDDLE(k, ns);
            const float2 w2 = times(w, w);
            v1 = times(v1, w);
            v2 = times(v2, w2);
            v3 = times(v3, times(w2, w));
        }
        const float2 a = v0 + v2;
        const float2 b = v0 - v2;
        const float2 c = v1 + v3;
        const float2 d = (float2)(v1.y - v3.y, v3.x - v1.x);
        const int to = (j - k) * 4 + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        data[to] = a + c;
        data[to + ns] = b + d;
        data[to + 2 * ns] = a - c;
        data[to + 3 * ns] = b - d;
        barrier(CLK_LOCAL_MEM_FENCE);
        v0 = data[j];
        v1 = data[j + QUARTER];
        v2 = data[j + 2 * QUARTER];
        v3 = data[j + 3 * QUARTER];
    }
    out[base + j] = v0;
    out[base + j + QUARTER] = v1;
    out[base + j + 2 * QUARTER] = v2;
    out[base + j + 3 * QUARTER] = v3;
}

#ifndef BLOCKS
#define BLOCKS 4
#endif

// Cosine transform of 8 x 8 blocks: BLOCKS of them side by side a group, an item a coefficient.
__kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 8, 1))) void
dct_blocks(__global const float* image, __global float* out, __constant float* basis, int width) {
    __local float pixels[8][8 * BLOCKS + 1];
    __local float halfway[8][8 * BLOCKS + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int u = x & 7;
    const int left = x - u;
    const int at = (int)get_global_id(1) * width + (int)get_global_id(0);
    pixels[y][x] = image[at] - 128.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < 8; ++k) sum += pixels[y][left + k] * basis[u * 8 + k];
    halfway[y][x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < 8; ++k) sum += halfway[k][x] * basis[y * 8 + k];
    out[at] = sum;
}

#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef LEVELS
#define LEVELS 6
#endif

// LEVELS levels of Haar's wavelets, 2 * WG_SIZE samples a group: details to their places in `out`, what
// remains of each group to `rest`.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
haar_levels(__global const float2* in, __global float* out, __global float* rest, int samples) {
    __local float kept[WG_SIZE];
    const int t = get_local_id(0);
    const int group = get_group_id(0);
    const float2 pair = in[group * WG_SIZE + t];
    int length = samples / 2;
    int active = WG_SIZE;
    out[length + group * active + t] = (pair.x - pair.y) * 0.70710678f;
    kept[t] = (pair.x + pair.y) * 0.70710678f;
    for (int level = 1; level < LEVELS; ++level) {
        length /= 2;
        active /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        float first = 0.0f, second = 0.0f;
        if (t < active) {
            first = kept[2 * t];
            second = kept[2 * t + 1];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < active) {
            out[length + group * active + t] = (first - second) * 0.70710678f;
            kept[t] = (first + second) * 0.70710678f;
        }
    }
    if (t < active) rest[group * active + t] = kept[t];
}
