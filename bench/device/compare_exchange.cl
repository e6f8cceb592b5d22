// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic operations on WORDS words of global memory. WHAT: an addition whose result nobody wants (0) or that is
// stored (1), one comparison and exchange (2), one that is tried until it succeeds, of an integer (3) and of a
// float (4).
__kernel void compare_exchange(__global int* words, __global int* out) {
    const int i = get_global_id(0);
    __global int* word = words + i % WORDS;
#if WHAT == 0
    atomic_add(word, i + 1);
#elif WHAT == 1
    out[i] = atomic_add(word, i + 1);
#elif WHAT == 2
    out[i] = atomic_cmpxchg(word, 0, i + 1);
#elif WHAT == 3
    int seen = *word, expected;
    do {
        expected = seen;
        seen = atomic_cmpxchg(word, expected, expected + 1);
    } while (seen != expected);
#else
    int seen = *word, expected;
    do {
        expected = seen;
        seen = atomic_cmpxchg(word, expected, as_int(as_float(expected) + 1.0f));
    } while (seen != expected);
#endif
}
