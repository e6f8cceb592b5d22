// SPDX-License-Identifier: GPL-3.0-or-later
// Transforms in the manner of generated code: RADIX points in the registers of a work-item, PASSES passes
// with an exchange through padded local memory between them, real and imaginary parts one after the other.

#if PASSES == 1
#define POINTS (RADIX)
#elif PASSES == 2
#define POINTS (RADIX * RADIX)
#elif PASSES == 3
#define POINTS (RADIX * RADIX * RADIX)
#else
#define POINTS (RADIX * RADIX * RADIX * RADIX)
#endif
#define THREADS (POINTS / RADIX)
#define PADDED(i) ((i) + ((i) >> PAD_SHIFT))
#define ROOM (POINTS + (POINTS >> PAD_SHIFT))

inline float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, fma(a.x, b.y, a.y * b.x)); }
inline float2 times_minus_i(float2 a) { return (float2)(a.y, -a.x); }

inline void fft2(float2* a, float2* b) {
    const float2 t = *a - *b;
    *a += *b;
    *b = t;
}

inline void fft4(float2* v0, float2* v1, float2* v2, float2* v3) {
    fft2(v0, v2);
    fft2(v1, v3);
    *v3 = times_minus_i(*v3);
    fft2(v0, v1);
    fft2(v2, v3);
    const float2 t = *v1;
    *v1 = *v2;
    *v2 = t;
}

inline void fft_registers(float2* v) {
#if RADIX == 4
    fft4(v, v + 1, v + 2, v + 3);
#elif RADIX == 8
    const float r = 0.70710678118f;
    fft4(v, v + 2, v + 4, v + 6);
    fft4(v + 1, v + 3, v + 5, v + 7);
    v[3] = (float2)(v[3].x + v[3].y, v[3].y - v[3].x) * r;
    v[5] = times_minus_i(v[5]);
    v[7] = (float2)(v[7].y - v[7].x, -v[7].x - v[7].y) * r;
    fft2(v, v + 1);
    fft2(v + 2, v + 3);
    fft2(v + 4, v + 5);
    fft2(v + 6, v + 7);
    const float2 o1 = v[2], o2 = v[4], o3 = v[6], o4 = v[1], o5 = v[3], o6 = v[5];
    v[1] = o1;
    v[2] = o2;
    v[3] = o3;
    v[4] = o4;
    v[5] = o5;
    v[6] = o6;
#else
    const float2 w[10] = {(float2)(1.0f, 0.0f),
                          (float2)(0.92387953f, -0.38268343f),
                          (float2)(0.70710678f, -0.70710678f),
                          (float2)(0.38268343f, -0.92387953f),
                          (float2)(0.0f, -1.0f),
                          (float2)(-0.38268343f, -0.92387953f),
                          (float2)(-0.70710678f, -0.70710678f),
                          (float2)(-0.92387953f, -0.38268343f),
                          (float2)(-1.0f, 0.0f),
                          (float2)(-0.92387953f, 0.38268343f)};
#pragma unroll
    for (int i = 0; i < 4; ++i) fft4(v + i, v + i + 4, v + i + 8, v + i + 12);
#pragma unroll
    for (int k = 1; k < 4; ++k)
#pragma unroll
        for (int i = 1; i < 4; ++i) v[4 * k + i] = times(v[4 * k + i], w[k * i]);
#pragma unroll
    for (int k = 0; k < 4; ++k) fft4(v + 4 * k, v + 4 * k + 1, v + 4 * k + 2, v + 4 * k + 3);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int k = i + 1; k < 4; ++k) {
            const float2 t = v[4 * i + k];
            v[4 * i + k] = v[4 * k + i];
            v[4 * k + i] = t;
        }
#endif
}

inline void turn(float2* v, int j, int span, __global const float2* roots) {
    const int k = j & (span - 1);
#if TWIDDLE_TABLE
    const int step = POINTS / (span * RADIX);
#pragma unroll
    for (int r = 1; r < RADIX; ++r) v[r] = times(v[r], roots[k * r * step]);
#else
    const float angle = -6.28318530718f / (float)(span * RADIX) * (float)k;
#pragma unroll
    for (int r = 1; r < RADIX; ++r)
        v[r] = times(v[r], (float2)(native_cos(angle * r), native_sin(angle * r)));
#endif
}

inline void exchange(float2* v, __local float* room, int thread, int span) {
    const int to = (thread & ~(span - 1)) * RADIX + (thread & (span - 1));
#pragma unroll
    for (int r = 0; r < RADIX; ++r) room[PADDED(to + r * span)] = v[r].x;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < RADIX; ++r) v[r].x = room[PADDED(thread + r * THREADS)];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < RADIX; ++r) room[PADDED(to + r * span)] = v[r].y;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < RADIX; ++r) v[r].y = room[PADDED(thread + r * THREADS)];
    barrier(CLK_LOCAL_MEM_FENCE);
}

inline void passes(float2* v, __local float* room, int thread, __global const float2* roots) {
    fft_registers(v);
    int span = 1;
#pragma unroll
    for (int p = 1; p < PASSES; ++p) {
        exchange(v, room, thread, span);
        span *= RADIX;
        turn(v, thread, span, roots);
        fft_registers(v);
    }
}

// Rows of POINTS complex numbers, BATCH rows a group of THREADS x BATCH.
__kernel __attribute__((reqd_work_group_size(THREADS, BATCH, 1))) void
fft_rows(__global const float2* restrict in, __global float2* restrict out,
         __global const float2* restrict roots) {
    __local float rooms[BATCH][ROOM];
    const int thread = get_local_id(0);
    const size_t row = ((size_t)get_group_id(0) * BATCH + get_local_id(1)) * POINTS;
    float2 v[RADIX];
#pragma unroll
    for (int r = 0; r < RADIX; ++r) v[r] = in[row + thread + r * THREADS];
    passes(v, rooms[get_local_id(1)], thread, roots);
#pragma unroll
    for (int r = 0; r < RADIX; ++r) out[row + thread + r * THREADS] = v[r];
}

// Columns of a matrix of POINTS rows in place, BATCH neighbouring columns a group of BATCH x THREADS.
__kernel __attribute__((reqd_work_group_size(BATCH, THREADS, 1))) void
fft_columns(__global float2* data, __global const float2* restrict roots, int columns) {
    __local float rooms[BATCH][ROOM];
    const int thread = get_local_id(1);
    const int column = get_global_id(0);
    __global float2* own = data + (size_t)get_group_id(1) * POINTS * columns + column;
    float2 v[RADIX];
#pragma unroll
    for (int r = 0; r < RADIX; ++r) v[r] = own[(size_t)(thread + r * THREADS) * columns];
    passes(v, rooms[get_local_id(0)], thread, roots);
#pragma unroll
    for (int r = 0; r < RADIX; ++r) own[(size_t)(thread + r * THREADS) * columns] = v[r];
}
