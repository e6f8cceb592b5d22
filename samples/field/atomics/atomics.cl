// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic operations: on how many words, in which memory, with or without use of what they return, and addition of
// floats by compare-and-swap. Each work-item does ROUNDS of them; WORDS is a power of two.

#ifndef WORDS
#define WORDS 1024
#endif
#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifndef WG
#define WG 256
#endif

// Neighbours on neighbouring words, or scattered over all of them.
#ifndef SCATTERED
#define SCATTERED 0
#endif
uint wordOf(uint item, uint round) {
    const uint number = item + round * 7;
#if SCATTERED
    return (number * 0x9e3779b1u >> 8) % WORDS;
#else
    return number % WORDS;
#endif
}

// Nobody looks at what the additions return.
__kernel void atomic_add_words(__global uint* words, uint addend) {
    const uint item = get_global_id(0);
    for (uint round = 0; round < ROUNDS; ++round) atomic_add(&words[wordOf(item, round)], addend + round);
}

// What an addition returns is where the work-item writes: a queue for each word, ROOM entries long. Which of its
// places a work-item gets is chance, so the entries are all alike.
#ifndef ROOM
#define ROOM 1024
#endif
__kernel void atomic_tickets(__global uint* words, __global uint* queues, uint mark) {
    const uint item = get_global_id(0);
    for (uint round = 0; round < ROUNDS; ++round) {
        const uint word = wordOf(item, round);
        const uint ticket = atomic_inc(&words[word]);
        if (ticket < ROOM) queues[word * ROOM + ticket] = mark; // warpstring: room
    }
}

// The same in local memory: WORDS counters a group.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
atomic_add_local(__global uint* sums, uint addend) {
    __local uint words[WORDS];
    const uint item = get_local_id(0);
    for (uint i = item; i < WORDS; i += WG) words[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint round = 0; round < ROUNDS; ++round) atomic_add(&words[wordOf(item, round)], addend + round);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < WORDS; i += WG) sums[get_group_id(0) * WORDS + i] = words[i];
}

// Smallest and largest value of the elements, by two atomics an element, or (FIRST 1) a group's own in local memory
// and one pair a group.
#ifndef FIRST
#define FIRST 0
#endif
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
atomic_extremes(__global const int* in, __global int* extremes, uint n) {
#if FIRST
    __local int own[2];
    const uint item = get_local_id(0);
    if (item == 0) {
        own[0] = INT_MAX;
        own[1] = INT_MIN;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        atomic_min(&own[0], in[i]);
        atomic_max(&own[1], in[i]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        atomic_min(&extremes[0], own[0]);
        atomic_max(&extremes[1], own[1]);
    }
#else
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        atomic_min(&extremes[0], in[i]);
        atomic_max(&extremes[1], in[i]);
    }
#endif
}

// Floats have no atomic addition: whoever finds the word changed tries again. The addends are small whole numbers,
// whose sums are exact in any order.
void addFloat(volatile __global uint* word, float addend) {
    uint seen = *word;
    while (true) { // warpstring: tries
        const uint before = atomic_cmpxchg(word, seen, as_uint(as_float(seen) + addend));
        if (before == seen) break;
        seen = before;
    }
}

__kernel void atomic_float_scatter(__global const float* values, __global const uint* targets,
                                   volatile __global uint* sums, uint n) {
    const uint i = get_global_id(0);
    if (i < n) addFloat(&sums[targets[i]], floor(values[i]));
}
