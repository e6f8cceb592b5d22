// SPDX-License-Identifier: GPL-3.0-or-later
// How long a warp waits for what an atomic operation on global memory returns: a chain of them, each at the word that
// the one before it says. WHAT: loads past L1 (0), additions (1), comparisons and exchanges that fail (2), that succeed
// (3). Lanes at one word each (LANES = 32) or one lane alone.
__kernel void atomic_latency(__global int* words, __global int* out, int steps) {
    const int i = get_global_id(0);
#if LANES == 1
    if (i % 32 != 0) return;
#endif
    int at = i;
    for (int step = 0; step < steps; ++step) {
#if WHAT == 0
        at = i + ((volatile __global int*)words)[at];
#elif WHAT == 1
        at = i + atomic_add(words + at, 0);
#elif WHAT == 2
        at = i + atomic_cmpxchg(words + at, 1, 2);
#else
        at = i + atomic_cmpxchg(words + at, 0, 0);
#endif
    }
    out[i] = at;
}
