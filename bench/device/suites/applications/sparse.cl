// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrices by a vector in three formats, and a step of a search through a graph by its edges.

// Compressed rows, LANES items a row, their sums added in local memory.
#ifndef LANES
#define LANES 8
#endif
#ifndef CSR_GROUP
#define CSR_GROUP 128
#endif
__kernel __attribute__((reqd_work_group_size(CSR_GROUP, 1, 1)))
void csr_lanes(__global const float* val, __global const int* col, __global const int* begin, __global const float* x,
               __global float* y, int rows)
{
    __local volatile float part[CSR_GROUP];
    int t = get_local_id(0);
    int lane = t % LANES;
    int row = get_group_id(0) * (CSR_GROUP / LANES) + t / LANES;
    float sum = 0;
    if (row < rows) {
        int end = begin[row + 1];
        for (int k = begin[row] + lane; k < end; k += LANES)
            sum += val[k] * x[col[k]];
    }
    part[t] = sum;
    for (int s = LANES / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < s) part[t] += part[t + s];
    }
    if (lane == 0 && row < rows) y[row] = part[t];
}

// Coordinates in the order of rows, RUN neighbours an item; whole numbers of 1/4096, so that the sum does
// not hang on the order of items.
#ifndef RUN
#define RUN 8
#endif
__kernel void coo_runs(__global const int* row, __global const int* col, __global const float* val, __global const float* x,
                       __global int* y, int entries)
{
    int first = get_global_id(0) * RUN;
    if (first + RUN > entries) return;
    int current = row[first];
    float sum = 0.0f;
    for (int k = first; k < first + RUN; k++) {
        int r = row[k];
        if (r != current) {
            atomic_add(y + current, (int)(4096.0f * sum));
            sum = 0.0f;
            current = r;
        }
        sum += val[k] * x[col[k]];
    }
    atomic_add(y + current, (int)(4096.0f * sum));
}

// The same, an entry an item.
__kernel void coo_single(__global const int* row, __global const int* col, __global const float* val, __global const float* x,
                         __global int* y, int entries)
{
    int k = get_global_id(0);
    if (k < entries)
        atomic_add(&y[row[k]], (int)(4096.0f * val[k] * x[col[k]]));
}

// Diagonals, each with its distance from the main one plus `reach`; all stored with a number a row.
__kernel void dia_rows(__global const double* diagonals, __global const int* distance, __global const double* x, __global double* y,
                       int n, int count, int reach)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    double sum = 0.0;
    for (int d = 0; d < count; ++d) {
        const int j = i + distance[d] - reach;
        if (j >= 0 && j < n) sum += diagonals[(size_t)d * n + i] * x[j];
    }
    y[i] = sum;
}

// An item an edge: those from the frontier reach vertices that nobody has seen.
__kernel void frontier_edges(__global const int2* edges, __global const uchar* frontier, __global const uchar* seen,
                             __global uchar* next, __global int* distance, int count, int level)
{
    int e = get_global_id(0);
    if (e >= count) return;
    int2 edge = edges[e];
    if (frontier[edge.x] && !seen[edge.y]) {
        next[edge.y] = 1;
        distance[edge.y] = level + 1;
    }
}
