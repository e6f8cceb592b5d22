// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of 256 elements, WIDTH of them in a row, copied by groups of their shape: straight (WHAT = 0), through local
// memory behind a barrier (1), summed over four tiles of a column of them with a barrier each (2).
__kernel void tile_waits(__global const float* in, __global float* out, int row) {
    const int x = get_global_id(0), y = get_global_id(1);
#if WHAT == 0
    out[y * row + x] = in[y * row + x] + 1.f;
#else
    __local float tile[256];
    const int at = get_local_id(1) * WIDTH + get_local_id(0);
#if WHAT == 1
    tile[at] = in[y * row + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * row + x] = tile[255 - at];
#else
    float sum = 0.f;
    for (int k = 0; k < 4; ++k) {
        tile[at] = in[((y + k * 256) % row) * row + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[255 - at];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[y * row + x] = sum;
#endif
#endif
}
