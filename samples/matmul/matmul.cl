// SPDX-License-Identifier: GPL-3.0-or-later
// Dense matrix multiplication C = A * B of square matrices, row by row: the first benchmark of Baghsorkhi et al.
// 2010, section 4 and Figure 4.

// Figure 4(a): a work-item computes one element and reads all that it needs from global memory.
__kernel void matmul_naive(__global const float* a, __global const float* b, __global float* c, int n) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

#ifndef X
#define X 1
#endif
#define TILE 16

// Figure 4(b), widened: a group of 16 x 16 work-items computes a tile of 16 rows and 16 * X columns, each work-item X
// elements of a row, 16 columns apart. Tiles of A and B pass through local memory. Columns of B beyond the last are
// read as the last one; rows of C have `pitch` elements, whole tiles, so that nothing needs a guard.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul_tiled(__global const float* a, __global const float* b, __global float* c, int n, int pitch) {
    __local float tileA[TILE][TILE];
    __local float tileB[TILE][TILE * X];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int row = get_group_id(1) * TILE + ty;
    const int column = get_group_id(0) * (TILE * X) + tx;

    __local float* storeA = &tileA[ty][tx];
    __local float* storeB = &tileB[ty][tx];
    __local const float* readA = &tileA[ty][0];
    __local const float* readB = &tileB[0][tx];
    __global const float* nextA = &a[row * n + tx];
    __global float* results = &c[row * pitch + column];
    __global const float* nextB = &b[ty * n];
    __global const float* lastA = nextA + n - TILE;
    const int bytesToNextB = TILE * n * (int)sizeof(float);

    // The result starts from zero in memory, as the paper's string of this kernel has it.
    float sum[X];
    int columnB[X];
    int slot[X];
    #pragma unroll
    for (int x = 0; x < X; ++x) {
        results[TILE * x] = 0.0f;
        sum[x] = 0.0f;
    }
    const int first = get_group_id(0) * (TILE * X) + tx;
    #pragma unroll
    for (int x = 0; x < X; ++x) columnB[x] = first + TILE * x;
    const int last = n - 1;
    #pragma unroll
    for (int x = 0; x < X; ++x) slot[x] = min(columnB[x], last);

    for (;;) {
        #pragma unroll
        for (int x = 0; x < X; ++x) storeB[TILE * x] = nextB[slot[x]];
        *storeA = *nextA;
        const bool isLast = nextA == lastA;
        nextA += TILE;
        nextB = (__global const float*)((__global const char*)nextB + bytesToNextB);
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma nounroll
        for (int i = 0; i < TILE; ++i) {
            const float left = readA[i];
            #pragma unroll
            for (int x = 0; x < X; ++x) sum[x] += left * readB[TILE * X * i + TILE * x];
        }
        if (isLast) break;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int x = 0; x < X; ++x) results[TILE * x] = sum[x];
}
