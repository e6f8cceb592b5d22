// SPDX-License-Identifier: GPL-3.0-or-later
// A step of a 7-point stencil over a box with a border of one cell: each work-item walks up a column of cells.
#define CELL(x, y, z) cells[((z) * height + (y)) * width + (x)]

kernel void stencil(global const float* restrict cells, global float* restrict next, int width, int height, float centre,
                    float around) {
    const int localX = get_local_id(0);
    const int localY = get_local_id(1);
    const int x = get_group_id(0) * BLOCK_X + localX + 1;
    const int firstY = get_group_id(1) * (BLOCK_Y * ITEMS_Y) + 1;
    const int firstZ = get_group_id(2) * ITEMS_Z + 1;
#define ROW(y) ((y) * BLOCK_Y + localY)
#if LOCAL
    local float plane[BLOCK_Y * ITEMS_Y + 2][BLOCK_X + 2];
#endif
#if REGISTERS
    float below[ITEMS_Y], here[ITEMS_Y];
    for (int y = 0; y < ITEMS_Y; ++y) {
        below[y] = CELL(x, firstY + ROW(y), firstZ - 1);
        here[y] = CELL(x, firstY + ROW(y), firstZ);
    }
#endif
#pragma unroll UNROLL
    for (int k = 0; k < ITEMS_Z; ++k) {
        const int z = firstZ + k;
#if LOCAL
        for (int y = localY; y < BLOCK_Y * ITEMS_Y + 2; y += BLOCK_Y)
            for (int i = localX; i < BLOCK_X + 2; i += BLOCK_X) plane[y][i] = CELL(x - localX - 1 + i, firstY - 1 + y, z);
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        for (int y = 0; y < ITEMS_Y; ++y) {
            const int row = firstY + ROW(y);
#if REGISTERS
            const float down = below[y], middle = here[y];
            const float up = CELL(x, row, z + 1);
            below[y] = middle;
            here[y] = up;
#else
            const float down = CELL(x, row, z - 1), middle = CELL(x, row, z), up = CELL(x, row, z + 1);
#endif
#if LOCAL
            const float west = plane[ROW(y) + 1][localX], east = plane[ROW(y) + 1][localX + 2];
            const float north = plane[ROW(y)][localX + 1], south = plane[ROW(y) + 2][localX + 1];
#else
            const float west = CELL(x - 1, row, z), east = CELL(x + 1, row, z);
            const float north = CELL(x, row - 1, z), south = CELL(x, row + 1, z);
#endif
            next[(z * height + row) * width + x] = centre * middle + around * (west + east + north + south + down + up);
        }
#if LOCAL
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
}

kernel void stencil_plain(global const float* restrict cells, global float* restrict next, int width, int height,
                          float centre, float around) {
    const int x = get_global_id(0) + 1;
    const int y = get_global_id(1) + 1;
    const int z = get_global_id(2) + 1;
    next[(z * height + y) * width + x] =
        centre * CELL(x, y, z) + around * (CELL(x - 1, y, z) + CELL(x + 1, y, z) + CELL(x, y - 1, z) + CELL(x, y + 1, z) +
                                           CELL(x, y, z - 1) + CELL(x, y, z + 1));
}
