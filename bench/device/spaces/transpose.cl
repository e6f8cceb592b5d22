// SPDX-License-Identifier: GPL-3.0-or-later
// A square matrix turned over, tile by tile: through local memory, or straight from rows to columns.
kernel void turn_over(global const float* restrict in, global float* restrict out, int n) {
    const int localX = get_local_id(0);
    const int localY = get_local_id(1);
#if ORDER == 0
    const int groupX = get_group_id(0), groupY = get_group_id(1);
#else
    // Neighbours in time lie on a diagonal.
    const int groupY = get_group_id(1);
    const int groupX = (get_group_id(0) + get_group_id(1)) % get_num_groups(0);
#endif
    const int firstX = groupX * TILE_X, firstY = groupY * TILE_Y;
#if LOCAL
    local float tile[TILE_Y][TILE_X + PAD];
#pragma unroll UNROLL
    for (int y = localY; y < TILE_Y; y += BLOCK_Y)
        for (int x = localX; x < TILE_X; x += BLOCK_X) tile[y][x] = in[(firstY + y) * n + firstX + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int thread = localY * BLOCK_X + localX;
#pragma unroll UNROLL
    for (int i = thread; i < TILE_X * TILE_Y; i += BLOCK_X * BLOCK_Y)
        out[(firstX + i / TILE_Y) * n + firstY + i % TILE_Y] = tile[i % TILE_Y][i / TILE_Y];
#else
#pragma unroll UNROLL
    for (int y = localY; y < TILE_Y; y += BLOCK_Y)
        for (int x = localX; x < TILE_X; x += BLOCK_X) out[(firstX + x) * n + firstY + y] = in[(firstY + y) * n + firstX + x];
#endif
}

kernel void turn_over_plain(global const float* restrict in, global float* restrict out, int n) {
    const int x = get_global_id(0), y = get_global_id(1);
    out[x * n + y] = in[y * n + x];
}
