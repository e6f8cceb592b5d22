// SPDX-License-Identifier: GPL-3.0-or-later
// Dynamic programming: alignment of two sequences by tiles, and cheapest ways through a grid row by row.
#ifndef TILE
#define TILE 16
#endif

// The tiles of one anti-diagonal of the table of scores, a group of TILE items each. Within a tile the items
// advance along its own anti-diagonals. The table has one row and one column more than `length`.
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
align_tile(__global const int* similarity, __global int* score, int length, int diagonal, int first_column,
           int penalty) {
    __local int table[TILE + 1][TILE + 1];
    __local int alike[TILE][TILE];
    const int t = get_local_id(0);
    const int tile_x = first_column + (int)get_group_id(0);
    const int tile_y = diagonal - tile_x;
    const int pitch = length + 1;
    const int origin = tile_y * TILE * pitch + tile_x * TILE;

    for (int r = 0; r < TILE; ++r) alike[r][t] = similarity[(tile_y * TILE + r) * length + tile_x * TILE + t];
    if (t == 0) table[0][0] = score[origin];
    table[t + 1][0] = score[origin + (t + 1) * pitch];
    table[0][t + 1] = score[origin + t + 1];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int m = 0; m < TILE; ++m) {
        if (t <= m) {
            const int x = t + 1;
            const int y = m - t + 1;
            const int matched = table[y - 1][x - 1] + alike[y - 1][x - 1];
            const int gapped = max(table[y][x - 1], table[y - 1][x]) - penalty;
            table[y][x] = max(matched, gapped);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int m = TILE - 2; m >= 0; --m) {
        if (t <= m) {
            const int x = t + TILE - m;
            const int y = TILE - t;
            const int matched = table[y - 1][x - 1] + alike[y - 1][x - 1];
            const int gapped = max(table[y][x - 1], table[y - 1][x]) - penalty;
            table[y][x] = max(matched, gapped);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < TILE; ++r) score[origin + (r + 1) * pitch + t + 1] = table[r + 1][t + 1];
}

#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef STEPS
#define STEPS 8
#endif

// STEPS rows of the cheapest way down a grid of costs, three ways to each cell; a group's outer STEPS
// columns on both sides are computed by its neighbours too.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
path_rows(__global const int* wall, __global const int* source, __global int* result, int columns,
          int start) {
    __local int before[WG_SIZE];
    __local int after[WG_SIZE];
    const int t = get_local_id(0);
    const int column = (int)get_group_id(0) * (WG_SIZE - 2 * STEPS) - STEPS + t;
    const int inside = column >= 0 && column < columns;
    const int left = column > 0 ? t - 1 : t;
    const int right = column < columns - 1 ? t + 1 : t;
    if (inside) before[t] = source[column];
    barrier(CLK_LOCAL_MEM_FENCE);
    int computed = 0;
    for (int s = 0; s < STEPS; ++s) {
        computed = inside && t > s && t < WG_SIZE - 1 - s;
        if (computed)
            after[t] = min(before[t], min(before[left],
                           before[right])) + wall[(start + s) * columns + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s == STEPS - 1) break;
        if (computed) before[t] = after[t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed) result[column] = after[t];
}
