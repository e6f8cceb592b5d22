// SPDX-License-Identifier: GPL-3.0-or-later
// out[x] = in[x] + ... + in[x + COUNT - 1] where in[i] = i, with the elements taken from different places:
// Poeppl 2014, section 5.5. Build with -DCOUNT, at most the local size, and with -DKIND=NONE (they are
// computed), PRIVATE (computed and put into a private array first), LOCAL (each work-item puts its own into
// local memory) or GLOBAL (loaded).
#define NONE 0
#define PRIVATE 1
#define LOCAL 2
#define GLOBAL 3

__kernel void access_kind(__global const float* in, __global float* out, __local float* tile) {
    const uint x = get_global_id(0);
    float sum = 0.0f;
#if KIND == NONE
    const float own = (float)x;
    #pragma unroll
    for (int k = 0; k < COUNT; ++k) sum += own + (float)k;
#elif KIND == PRIVATE
    float own[COUNT];
    #pragma unroll
    for (int k = 0; k < COUNT; ++k) own[k] = (float)x + (float)k;
    #pragma unroll
    for (int k = 0; k < COUNT; ++k) sum += own[k];
#elif KIND == LOCAL
    // The last work-items also need elements of the next group; the first ones add those.
    const uint lane = get_local_id(0);
    const uint size = get_local_size(0);
    tile[lane] = (float)x;
    if (lane < COUNT) tile[size + lane] = (float)(x + size);
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int k = 0; k < COUNT; ++k) sum += tile[lane + k];
#elif KIND == GLOBAL
    #pragma unroll
    for (int k = 0; k < COUNT; ++k) sum += in[x + k];
#endif
    out[x] = sum;
}
