// SPDX-License-Identifier: GPL-3.0-or-later
// Copies to local memory that the group asks for as a whole, and records of several fields, together or apart.

#ifndef WG
#define WG 128
#endif

// Polynomials of neighbouring elements, tile after tile: while one tile is computed the next is already asked for.
// TILES tiles a group.
#ifndef TILES
#define TILES 8
#endif
#ifndef DEGREE
#define DEGREE 8
#endif
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
async_tiles(__global const float* in, __global float* out) {
    __local float tiles[2][WG];
    __local float results[WG];
    const uint item = get_local_id(0);
    const size_t start = get_group_id(0) * WG * TILES;
    event_t loaded = async_work_group_copy(tiles[0], in + start, WG, 0);
    event_t stored = 0;
    for (uint tile = 0; tile < TILES; ++tile) {
        wait_group_events(1, &loaded);
        if (tile + 1 < TILES) loaded = async_work_group_copy(tiles[(tile + 1) % 2], in + start + (tile + 1) * WG, WG, 0);
        const float own = tiles[tile % 2][item];
        const float other = tiles[tile % 2][(item + 1) % WG];
        float value = other;
        #pragma unroll
        for (uint k = 0; k < DEGREE; ++k) value = value * own * 0.5f + other;
        if (tile > 0) wait_group_events(1, &stored);
        results[item] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        stored = async_work_group_copy(out + start + tile * WG, results, WG, 0);
    }
    wait_group_events(1, &stored);
}

// A record of eight floats: where a particle is, where it goes, how heavy it is and how old.
struct particle {
    float x, y, z;
    float vx, vy, vz;
    float mass;
    float age;
};

// Neighbours read fields a record apart.
__kernel void advance_records(__global const struct particle* before, __global struct particle* after, uint n, float dt) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    struct particle p = before[i];
    const float pull = -dt / p.mass;
    p.vx += pull * p.x;
    p.vy += pull * p.y;
    p.vz += pull * p.z;
    p.x += dt * p.vx;
    p.y += dt * p.vy;
    p.z += dt * p.vz;
    p.age += dt;
    after[i] = p;
}

// The same fields each in an array of its own: field f of particle i at f * n + i.
__kernel void advance_fields(__global const float* before, __global float* after, uint n, float dt) {
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float mass = before[6 * n + i];
    const float pull = -dt / mass;
    #pragma unroll
    for (uint axis = 0; axis < 3; ++axis) {
        const float place = before[axis * n + i];
        const float speed = before[(axis + 3) * n + i] + pull * place;
        after[axis * n + i] = place + dt * speed;
        after[(axis + 3) * n + i] = speed;
    }
    after[6 * n + i] = mass;
    after[7 * n + i] = before[7 * n + i] + dt;
}

// One field of each record is read: of the 32 bytes that pass, four are used.
__kernel void sum_mass_records(__global const struct particle* particles, __global float* sums, uint per_item) {
    const uint item = get_global_id(0);
    float sum = 0.0f;
    for (uint k = 0; k < per_item; ++k) sum += particles[k * get_global_size(0) + item].mass;
    sums[item] = sum;
}
