// SPDX-License-Identifier: GPL-3.0-or-later
// Each work-item walks through CHUNK bytes of its own, STEP bytes a trip: reads (WHAT = 0), writes (1) or copies (2).
// Neighbours stand CHUNK bytes apart, so that a trip of a warp touches STEP bytes in each CHUNK.
#if STEP == 4
typedef float piece;
#define PIECES 1
#else
typedef float4 piece;
#define PIECES (STEP / 16)
#endif

float sumOf(piece p) {
#if STEP == 4
    return p;
#else
    return p.x + p.y + p.z + p.w;
#endif
}

__kernel void chunks(__global const piece* in, __global piece* out, __global float* sums, int trips) {
    const uint i = get_global_id(0);
    const uint first = i * (trips * PIECES);
    float sum = 0;
#pragma unroll 1
    for (int trip = 0; trip < trips; ++trip) {
        const uint at = first + trip * PIECES;
#if WHAT == 0
        for (int p = 0; p < PIECES; ++p) sum += sumOf(in[at + p]);
#elif WHAT == 1
        for (int p = 0; p < PIECES; ++p) out[at + p] = (piece)(1.0f + trip);
#else
        for (int p = 0; p < PIECES; ++p) out[at + p] = 2.0f * in[at + p];
#endif
    }
    if (sum < -1e30f) sums[i] = sum;
}
