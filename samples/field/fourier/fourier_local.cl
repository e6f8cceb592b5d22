// SPDX-License-Identifier: GPL-3.0-or-later
// Batches of Fourier transforms of N points by Stockham's algorithm: a transform has ITEMS work-items, which keep its
// points in registers within a pass and exchange them through local memory between passes. A group does BATCH
// transforms. Values are (real, imaginary), results in natural order.
//
// Macros: N (a power of RADIX), RADIX (2, 4 or 8), ITEMS (divides N / RADIX), BATCH.
#ifndef N
#define N 64
#endif
#ifndef RADIX
#define RADIX 4
#endif
#ifndef ITEMS
#define ITEMS 8
#endif
#ifndef BATCH
#define BATCH 1
#endif
#define STEP (N / RADIX)
// Butterflies a work-item.
#define OWN (STEP / ITEMS)

float2 timesMinusI(float2 a) { return (float2)(a.y, -a.x); }

float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

void butterfly2(float2* a, float2* b) {
    const float2 difference = *a - *b;
    *a += *b;
    *b = difference;
}

// Transforms the RADIX points of v, in order.
void smallTransform(float2 v[RADIX]) {
#if RADIX == 2
    butterfly2(&v[0], &v[1]);
#elif RADIX == 4
    butterfly2(&v[0], &v[2]);
    butterfly2(&v[1], &v[3]);
    v[3] = timesMinusI(v[3]);
    butterfly2(&v[0], &v[1]);
    butterfly2(&v[2], &v[3]);
    const float2 second = v[1];
    v[1] = v[2];
    v[2] = second;
#else
    const float rootOfHalf = 0.70710678f;
    butterfly2(&v[0], &v[4]);
    butterfly2(&v[1], &v[5]);
    butterfly2(&v[2], &v[6]);
    butterfly2(&v[3], &v[7]);
    v[5] = rootOfHalf * (float2)(v[5].x + v[5].y, v[5].y - v[5].x);
    v[6] = timesMinusI(v[6]);
    v[7] = rootOfHalf * (float2)(v[7].y - v[7].x, -v[7].x - v[7].y);
    butterfly2(&v[0], &v[2]);
    butterfly2(&v[1], &v[3]);
    butterfly2(&v[4], &v[6]);
    butterfly2(&v[5], &v[7]);
    v[3] = timesMinusI(v[3]);
    v[7] = timesMinusI(v[7]);
    butterfly2(&v[0], &v[1]);
    butterfly2(&v[2], &v[3]);
    butterfly2(&v[4], &v[5]);
    butterfly2(&v[6], &v[7]);
    // Bits of the places are reversed.
    float2 moved = v[1];
    v[1] = v[4];
    v[4] = moved;
    moved = v[3];
    v[3] = v[6];
    v[6] = moved;
#endif
}

__kernel __attribute__((reqd_work_group_size(ITEMS, BATCH, 1))) void
fourier_local(__global const float2* x, __global float2* y) {
    __local float2 exchange[BATCH][N];
    __local float2* shared = exchange[get_local_id(1)];
    const int item = get_local_id(0);
    const size_t base = (size_t)get_global_id(1) * N;
    float2 v[OWN][RADIX];
    #pragma unroll
    for (int b = 0; b < OWN; ++b)
        #pragma unroll
        for (int i = 0; i < RADIX; ++i) v[b][i] = x[base + item + b * ITEMS + i * STEP];
    for (int done = 1; done < N; done *= RADIX) {
        if (done > 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            #pragma unroll
            for (int b = 0; b < OWN; ++b)
                #pragma unroll
                for (int i = 0; i < RADIX; ++i) v[b][i] = shared[item + b * ITEMS + i * STEP];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        #pragma unroll
        for (int b = 0; b < OWN; ++b) {
            const int t = item + b * ITEMS;
            const int within = t % done;
            const float angle = -2.0f * within / (done * RADIX);
            #pragma unroll
            for (int i = 1; i < RADIX; ++i) v[b][i] = times(v[b][i], (float2)(cospi(i * angle), sinpi(i * angle)));
            smallTransform(v[b]);
            const int place = (t - within) * RADIX + within;
            #pragma unroll
            for (int i = 0; i < RADIX; ++i) shared[place + i * done] = v[b][i];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < N; i += ITEMS) y[base + i] = shared[i];
}
