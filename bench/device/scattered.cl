// SPDX-License-Identifier: GPL-3.0-or-later
// Loads and stores whose lanes go to sectors of their own, in what L2 holds and beyond.
#ifndef STRIDE
#define STRIDE 0
#endif
#ifndef STORE
#define STORE 0
#endif
#ifndef WIDE
#define WIDE 0
#endif
#if WIDE
typedef float4 Element;
#else
typedef float Element;
#endif

uint scrambled(uint x) {
    x *= 2654435769u;
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ x >> 13;
}

// STRIDE: elements between lanes; 0: places at random. `places` is a power of two.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
scattered(__global Element* a, __global float* out, uint places, uint steps) {
    const uint item = get_global_id(0);
    Element sum = (Element)(0.0f);
    for (uint k = 0; k < steps; ++k) {
#if STRIDE
        const uint at = (item * STRIDE + (item * STRIDE / places) + k * get_global_size(0) * STRIDE) & (places - 1);
#else
        const uint at = scrambled(item * steps + k) & (places - 1);
#endif
#if STORE
        a[at] = (Element)((float)k);
#else
        sum += a[at];
#endif
    }
#if WIDE
    out[item] = sum.x + sum.y + sum.z + sum.w;
#else
    out[item] = sum;
#endif
}

// Each work-item walks a row of its own.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
own_rows(__global float* a, __global float* out, uint length) {
    const uint row = get_global_id(0) * length;
    float sum = 0.0f;
    for (uint k = 0; k < length; ++k) {
#if STORE
        a[row + k] = (float)k;
#else
        sum += a[row + k];
#endif
    }
    out[get_global_id(0)] = sum;
}

// Each work-item walks rows of its own in several arrays. WAY 0: sums of two rows; 1: copies one to another;
// 2: running sums in place; 3: the same from the end; 4: of two rows to two others.
#ifndef WAY
#define WAY 0
#endif
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
row_walks(__global float* a, __global float* b, __global float* c, __global float* d, __global float* out, uint length) {
    const uint row = get_global_id(0) * length;
    float sum = 0.0f;
    for (uint k = 0; k < length; ++k) {
#if WAY == 0
        sum += a[row + k] * b[row + k];
#elif WAY == 1
        b[row + k] = a[row + k];
#elif WAY == 2
        sum += a[row + k];
        a[row + k] = sum;
#elif WAY == 3
        sum += a[row + length - 1 - k];
        a[row + length - 1 - k] = sum;
#elif WAY == 4
        sum += a[row + k];
        c[row + k] = sum;
        d[row + k] = sum * b[row + k];
#endif
    }
    out[get_global_id(0)] = sum;
}

// Lanes ask constant memory for DISTINCT words, APART words from each other.
#ifndef DISTINCT
#define DISTINCT 1
#endif
#ifndef APART
#define APART 1
#endif
__constant float table[1024] = {1.0f, 2.0f, 3.0f};

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
constant_words(__global const uint* start, __global float* out, uint steps) {
    const uint first = start[get_local_id(0)] + get_local_id(0) % DISTINCT * APART;
    float sum = 0.0f;
    for (uint k = 0; k < steps; ++k) sum += table[(first + k) & 1023];
    out[get_global_id(0)] = sum;
}
