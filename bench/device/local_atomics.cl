// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic operations on words of local memory: lanes go to WORDS of them, APART words from each other.
#ifndef FORM
#define FORM 0
#endif
#ifndef WORDS
#define WORDS 1
#endif
#ifndef APART
#define APART 1
#endif

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
local_atomics(__global const uint* start, __global uint* out, uint steps, uint addend) {
    __local uint words[32 * 32];
    const uint item = get_local_id(0);
    for (uint i = item; i < 32 * 32; i += 256) words[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint place = (start[item] + item) % WORDS * APART;
    uint sum = 0;
    for (uint k = 0; k < steps; ++k) {
#if FORM == 0
        atomic_inc(&words[place]);
#elif FORM == 1
        atomic_add(&words[place], 1u);
#elif FORM == 2
        atomic_add(&words[place], 2u);
#elif FORM == 3
        atomic_add(&words[place], addend);
#elif FORM == 4
        sum += atomic_inc(&words[place]);
#elif FORM == 5
        sum += atomic_add(&words[place], addend);
#elif FORM == 6
        atomic_sub(&words[place], 1u);
#elif FORM == 7
        atomic_dec(&words[place]);
#elif FORM == 8
        atomic_max(&words[place], k);
#elif FORM == 9
        atomic_or(&words[place], addend);
#elif FORM == 10
        atomic_add(&words[place], item);
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = words[item] + sum;
}
