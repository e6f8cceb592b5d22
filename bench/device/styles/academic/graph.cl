// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of algorithms over graphs that are stored as lists of neighbours.

// One level of a breadth-first search: an item a vertex; those on the frontier mark what nobody has visited.
__kernel void bfs_level(__global const int* edge_begin, __global const int* edges,
                        __global const uchar* frontier, __global const uchar* visited,
                        __global int* cost, __global uchar* next, int vertices, int level) {
    const int v = get_global_id(0);
    if (v >= vertices || frontier[v] != 1) return;
    const int end = edge_begin[v + 1];
    for (int e = edge_begin[v]; e < end; ++e) {
        const int to = edges[e];
        if (visited[to] == 0) {
            cost[to] = level + 1;
            next[to] = 1;
        }
    }
}

// Relaxes the edges of a list for shortest paths, EDGES_EACH an item.
#ifndef EDGES_EACH
#define EDGES_EACH 1
#endif
__kernel void path_relax(__global const int2* ends, __global const int* weights, __global const int* before,
                         __global int* after) {
    const int stride = get_global_size(0);
    int e = get_global_id(0);
    #pragma unroll
    for (int k = 0; k < EDGES_EACH; ++k, e += stride) {
        const int2 edge = ends[e];
        const int reached = before[edge.x] + weights[e];
        if (reached < before[edge.y]) atomic_min(&after[edge.y], reached);
    }
}
