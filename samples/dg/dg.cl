// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise differentiation of a discontinuous Galerkin method: the polynomial on each element is given by
// its values at NODES points, and each of MATRICES small matrices maps these to the values of one derivative,
//     res[m][k][i] = sum over j of matrices[m][i][j] * u[k][j]   for element k.
// The variants of Stevens and Kloeckner, section 8.4. A group of 16 x 16 work-items takes 16 elements
// (dimension 0) and 16 nodes (dimension 1). The number of elements is a multiple of 16, and so is NODES.
#ifndef NODES
#define NODES 64
#endif
#ifndef MATRICES
#define MATRICES 3
#endif
#define TILE 16

// In the natural layout the nodes of an element are neighbours in memory, so neighbouring work-items, which
// have neighbouring elements, are NODES floats apart. In the transposed one the values of a node on all
// elements are.
#ifndef TRANSPOSED
#define TRANSPOSED 0
#endif
#if TRANSPOSED
#define AT(element, node) ((node) * elements + (element))
#else
#define AT(element, node) ((element) * NODES + (node))
#endif

// Unused floats at the end of each row of the tile of u.
#ifndef PAD
#define PAD 0
#endif

// Everything straight from global memory.
__kernel void dg_plain(__global const float* matrices, __global const float* u, __global float* res,
                       int elements) {
    const int k = get_global_id(0);
    const int i = get_global_id(1);
    for (int m = 0; m < MATRICES; ++m) {
        __global const float* matrixRow = &matrices[(m * NODES + i) * NODES];
        float sum = 0.0f;
        for (int j = 0; j < NODES; ++j) sum += matrixRow[j] * u[AT(k, j)];
        res[m * NODES * elements + AT(k, i)] = sum;
    }
}

#if !TRANSPOSED
// Tiles of u pass through local memory, fetched along the nodes, and each tile serves all matrices. A work-item
// then reads along its own row of the tile: rows of 16 floats put these reads into two banks, padded ones
// spread them.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
dg_prefetch_u(__global const float* matrices, __global const float* u, __global float* res, int elements) {
    __local float tile[TILE][TILE + PAD];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int firstElement = get_group_id(0) * TILE;
    const int i = get_global_id(1);
    float sum[MATRICES];
    #pragma unroll
    for (int m = 0; m < MATRICES; ++m) sum[m] = 0.0f;
    for (int first = 0; first < NODES; first += TILE) {
        tile[ty][tx] = u[(firstElement + ty) * NODES + first + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE; ++j) {
            const float value = tile[tx][j];
            #pragma unroll
            for (int m = 0; m < MATRICES; ++m) sum[m] += matrices[(m * NODES + i) * NODES + first + j] * value;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int m = 0; m < MATRICES; ++m) res[(m * elements + firstElement + tx) * NODES + i] = sum[m];
}
#endif

// Tiles of the matrices pass through local memory. The 16 work-items of a row read one float of the tile
// together.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
dg_prefetch_matrix(__global const float* matrices, __global const float* u, __global float* res, int elements) {
    __local float tile[TILE][TILE];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int k = get_global_id(0);
    const int i = get_global_id(1);
    for (int m = 0; m < MATRICES; ++m) {
        float sum = 0.0f;
        for (int first = 0; first < NODES; first += TILE) {
            tile[ty][tx] = matrices[(m * NODES + i) * NODES + first + tx];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int j = 0; j < TILE; ++j) sum += tile[ty][j] * u[AT(k, first + j)];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        res[m * NODES * elements + AT(k, i)] = sum;
    }
}
