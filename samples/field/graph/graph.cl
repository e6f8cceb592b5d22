// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of graph algorithms over lists of neighbours: vertex v has neighbours[offsets[v]] to
// neighbours[offsets[v + 1] - 1]. What is read and what is written lie apart, so each step can be repeated.

// Work-items that share a vertex, a power of two of at most WG, and work-items a group.
#ifndef TEAM
#define TEAM 8
#endif
#ifndef WG
#define WG 128
#endif

// Breadth-first, from all vertices: those of the current level mark their unvisited neighbours (levels above the
// current one) in a set of bits. Most work-items leave at once where few vertices are of the level.
__kernel void breadth_first_vertices(__global const uint* offsets, __global const uint* neighbours,
                                     __global const uint* levels, __global uint* reached, uint vertices, uint level) {
    const uint vertex = get_global_id(0);
    if (vertex >= vertices || levels[vertex] != level) return; // warpstring: of the level
    const uint end = offsets[vertex + 1];
    for (uint i = offsets[vertex]; i < end; ++i) { // warpstring: neighbours
        const uint neighbour = neighbours[i];
        if (levels[neighbour] > level) atomic_or(&reached[neighbour / 32], 1u << neighbour % 32); // warpstring: unvisited
    }
}

// Breadth-first, from a list of the current level's vertices: a team walks the neighbours of one.
__kernel void breadth_first_frontier(__global const uint* offsets, __global const uint* neighbours,
                                     __global const uint* levels, __global const uint* frontier,
                                     __global uint* reached, uint frontier_size, uint level) {
    const uint place = get_global_id(0) / TEAM;
    if (place >= frontier_size) return;
    const uint vertex = frontier[place];
    const uint end = offsets[vertex + 1];
    for (uint i = offsets[vertex] + get_local_id(0) % TEAM; i < end; i += TEAM) { // warpstring: neighbours
        const uint neighbour = neighbours[i];
        if (levels[neighbour] > level) atomic_or(&reached[neighbour / 32], 1u << neighbour % 32); // warpstring: unvisited
    }
}

// Breadth-first from below: every unvisited vertex looks for a neighbour of the current level and stops at the first.
__kernel void breadth_first_pull(__global const uint* offsets, __global const uint* neighbours,
                                 __global const uint* levels, __global uint* next, uint vertices, uint level) {
    const uint vertex = get_global_id(0);
    if (vertex >= vertices) return;
    uint own = levels[vertex];
    if (own > level) { // warpstring: unvisited
        const uint end = offsets[vertex + 1];
        for (uint i = offsets[vertex]; i < end; ++i) { // warpstring: neighbours
            if (levels[neighbours[i]] == level) {
                own = level + 1;
                break;
            }
        }
    }
    next[vertex] = own;
}

// Page rank: a vertex gathers from those that point to it. `share` is what each gives along one edge.
__kernel void page_rank_pull(__global const uint* offsets, __global const uint* neighbours,
                             __global const float* share, __global const float* inverse_degree,
                             __global float* next, uint vertices, float damping, float base) {
    const uint vertex = get_global_id(0);
    if (vertex >= vertices) return;
    float sum = 0.0f;
    const uint end = offsets[vertex + 1];
    for (uint i = offsets[vertex]; i < end; ++i) sum += share[neighbours[i]]; // warpstring: neighbours
    next[vertex] = (base + damping * sum) * inverse_degree[vertex];
}

// The same with a team a vertex and a sum in local memory.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
page_rank_teams(__global const uint* offsets, __global const uint* neighbours, __global const float* share,
                __global const float* inverse_degree, __global float* next, uint vertices, float damping, float base) {
    __local float sums[WG];
    const uint item = get_local_id(0);
    const uint lane = item % TEAM;
    const uint vertex = get_global_id(0) / TEAM;
    float sum = 0.0f;
    if (vertex < vertices) {
        const uint end = offsets[vertex + 1];
        for (uint i = offsets[vertex] + lane; i < end; i += TEAM) sum += share[neighbours[i]]; // warpstring: neighbours
    }
    sums[item] = sum;
    for (uint stride = TEAM / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < stride) sums[item] += sums[item + stride];
    }
    if (lane == 0 && vertex < vertices) next[vertex] = (base + damping * sums[item]) * inverse_degree[vertex];
}

// Connected components, one round of hooking: the larger label of an edge's ends is hung below the smaller one.
__kernel void hook_edges(__global const uint2* edges, __global const uint* labels, __global uint* parents, uint count) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint2 edge = edges[i];
    const uint a = labels[edge.x];
    const uint b = labels[edge.y];
    if (a != b) atomic_min(&parents[max(a, b)], min(a, b)); // warpstring: apart
}

// Then every vertex jumps over its parent until that is a root, at most `limit` times.
__kernel void jump_parents(__global const uint* parents, __global uint* roots, uint vertices, uint limit) {
    const uint vertex = get_global_id(0);
    if (vertex >= vertices) return;
    uint root = vertex;
    for (uint jump = 0; jump < limit; ++jump) { // warpstring: jumps
        const uint parent = parents[root];
        if (parent >= root) break;
        root = parent;
    }
    roots[vertex] = root;
}
