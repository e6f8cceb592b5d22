// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b for row-major matrices of m x d, d x n and m x n elements: Steuwer (dissertation, Münster 2015),
// section 4.4, with rows along either axis of the index space. Work-items of a warp are neighbours along axis
// 0, so this alone decides which addresses they access together. Tiles are T_WIDTH x T_WIDTH; T_WIDTH divides
// m, d and n.
#ifndef T_WIDTH
#define T_WIDTH 16
#endif

// Rows along axis 0: neighbours read a column of a and write a column of c, each element in a segment of its
// own.
__kernel void matmul_rows_first(__global const float* a, __global const float* b, __global float* c, int m,
                                int d, int n) {
    const int row = get_global_id(0);
    const int column = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < d; ++k) sum += a[row * d + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// Columns along axis 0: neighbours share an element of a, and read and write neighbours of b and c.
__kernel void matmul_columns_first(__global const float* a, __global const float* b, __global float* c, int m,
                                   int d, int n) {
    const int row = get_global_id(1);
    const int column = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < d; ++k) sum += a[row * d + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// A group's tile of c from tiles of a and b in local memory; (row, column) is the work-item's place in the
// tile.
float tileProduct(__global const float* a, __global const float* b, __local float* tileA, __local float* tileB,
                  int d, int n, int firstRow, int firstColumn, int row, int column) {
    float sum = 0.0f;
    for (int first = 0; first < d; first += T_WIDTH) {
        tileA[row * T_WIDTH + column] = a[(firstRow + row) * d + first + column];
        tileB[row * T_WIDTH + column] = b[(first + row) * n + firstColumn + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T_WIDTH; ++k) sum += tileA[row * T_WIDTH + k] * tileB[k * T_WIDTH + column];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum;
}

// Rows along axis 0: neither the loads of tiles coalesce nor do the accesses to local memory spread over the
// banks.
__kernel __attribute__((reqd_work_group_size(T_WIDTH, T_WIDTH, 1))) void
matmul_tiled_rows_first(__global const float* a, __global const float* b, __global float* c, int m, int d,
                        int n) {
    __local float tileA[T_WIDTH * T_WIDTH];
    __local float tileB[T_WIDTH * T_WIDTH];
    const int firstRow = get_group_id(0) * T_WIDTH;
    const int firstColumn = get_group_id(1) * T_WIDTH;
    const int row = get_local_id(0);
    const int column = get_local_id(1);
    const float sum = tileProduct(a, b, tileA, tileB, d, n, firstRow, firstColumn, row, column);
    c[(firstRow + row) * n + firstColumn + column] = sum;
}

// Columns along axis 0.
__kernel __attribute__((reqd_work_group_size(T_WIDTH, T_WIDTH, 1))) void
matmul_tiled_columns_first(__global const float* a, __global const float* b, __global float* c, int m, int d,
                           int n) {
    __local float tileA[T_WIDTH * T_WIDTH];
    __local float tileB[T_WIDTH * T_WIDTH];
    const int firstRow = get_group_id(1) * T_WIDTH;
    const int firstColumn = get_group_id(0) * T_WIDTH;
    const int row = get_local_id(1);
    const int column = get_local_id(0);
    const float sum = tileProduct(a, b, tileA, tileB, d, n, firstRow, firstColumn, row, column);
    c[(firstRow + row) * n + firstColumn + column] = sum;
}
