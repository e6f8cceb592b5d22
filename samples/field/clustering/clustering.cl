// SPDX-License-Identifier: GPL-3.0-or-later
// Points against centres: the assigning step of k-means, and squared distances of all pairs.
//
// Macros: DIMENSIONS of a point, CENTRES, SIZE the local size; TILE the width of a tile and OWN how many rows and
// columns of distances a work-item has.
#ifndef DIMENSIONS
#define DIMENSIONS 4
#endif
#ifndef CENTRES
#define CENTRES 16
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef TILE
#define TILE 16
#endif
#ifndef OWN
#define OWN 2
#endif

// The nearest centre of a point a work-item, the first of equals. Coordinates are small whole numbers, so sums are
// exact; a point's lie together. All work-items read the same centre at the same time.
__kernel void nearest_centre_constant(__global const uchar* points, __constant float* centres, __global int* nearest,
                                      int n) {
    const int own = get_global_id(0);
    if (own >= n) return;
    float point[DIMENSIONS];
    for (int d = 0; d < DIMENSIONS; ++d) point[d] = points[own * DIMENSIONS + d];
    float least = MAXFLOAT;
    int best = 0;
    for (int c = 0; c < CENTRES; ++c) {
        float sum = 0.0f;
        for (int d = 0; d < DIMENSIONS; ++d) {
            const float difference = point[d] - rint(centres[c * DIMENSIONS + d]);
            sum += difference * difference;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    nearest[own] = best;
}

// The group brings the centres into local memory; equal coordinates of all points lie together.
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
nearest_centre_local(__global const uchar* points, __global const float* centres, __global int* nearest, int n) {
    __local float shared[CENTRES][DIMENSIONS];
    for (int i = get_local_id(0); i < CENTRES * DIMENSIONS; i += SIZE)
        shared[i / DIMENSIONS][i % DIMENSIONS] = rint(centres[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own = get_global_id(0);
    if (own >= n) return;
    float point[DIMENSIONS];
    #pragma unroll
    for (int d = 0; d < DIMENSIONS; ++d) point[d] = points[d * n + own];
    float least = MAXFLOAT;
    int best = 0;
    for (int c = 0; c < CENTRES; ++c) {
        float sum = 0.0f;
        #pragma unroll
        for (int d = 0; d < DIMENSIONS; ++d) {
            const float difference = point[d] - shared[c][d];
            sum = fma(difference, difference, sum);
        }
        best = sum < least ? c : best;
        least = fmin(sum, least);
    }
    nearest[own] = best;
}

// The squared distances of m left points (rows) to n right points (columns) in `dimensions` coordinates. A group of
// TILE x TILE work-items makes (OWN * TILE)^2 of them, and brings TILE coordinates at a time into local memory.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
square_distances_tiled(__global const float* left, __global const float* right, __global float* squares, int m, int n,
                       int dimensions) {
    __local float rows[OWN * TILE][TILE + 1];
    __local float columns[OWN * TILE][TILE + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int firstColumn = get_group_id(0) * OWN * TILE;
    const int firstRow = get_group_id(1) * OWN * TILE;
    float sum[OWN][OWN];
    #pragma unroll
    for (int i = 0; i < OWN; ++i)
        #pragma unroll
        for (int j = 0; j < OWN; ++j) sum[i][j] = 0.0f;
    for (int start = 0; start < dimensions; start += TILE) {
        #pragma unroll
        for (int i = 0; i < OWN; ++i) {
            const int row = firstRow + i * TILE + y;
            const int column = firstColumn + i * TILE + y;
            const bool there = start + x < dimensions;
            rows[i * TILE + y][x] = there && row < m ? left[row * dimensions + start + x] : 0.0f;
            columns[i * TILE + y][x] = there && column < n ? right[column * dimensions + start + x] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k) {
            float a[OWN], b[OWN];
            #pragma unroll
            for (int i = 0; i < OWN; ++i) {
                a[i] = rows[i * TILE + y][k];
                b[i] = columns[i * TILE + x][k];
            }
            #pragma unroll
            for (int i = 0; i < OWN; ++i)
                #pragma unroll
                for (int j = 0; j < OWN; ++j) {
                    const float difference = a[i] - b[j];
                    sum[i][j] += difference * difference;
                }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int i = 0; i < OWN; ++i)
        #pragma unroll
        for (int j = 0; j < OWN; ++j) {
            const int row = firstRow + i * TILE + y;
            const int column = firstColumn + j * TILE + x;
            if (row < m && column < n) squares[row * n + column] = sum[i][j];
        }
}

// One distance a work-item, four coordinates at a time from global memory; `dimensions` counts fours.
__kernel void square_distances_direct(__global const float4* left, __global const float4* right,
                                      __global float* squares, int m, int n, int dimensions) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < dimensions; ++k) {
        const float4 difference = left[row * dimensions + k] - right[column * dimensions + k];
        sum += dot(difference, difference);
    }
    squares[row * n + column] = sum;
}
