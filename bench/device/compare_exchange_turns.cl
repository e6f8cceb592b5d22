// SPDX-License-Identifier: GPL-3.0-or-later
// Compare and exchange until it succeeds, by how many warps meet. Lanes of a warp stand side by side (WHERE = 0), at
// one word (1) or at words that a hash of the work-item says (2); before each try lie WORK products.
__kernel void compare_exchange_turns(__global int* words, __global int* out, int rounds) {
    const uint i = get_global_id(0);
#if WHERE == 0
    const uint place = i % WORDS;
#elif WHERE == 1
    const uint place = i / 32 % WORDS;
#else
    const uint place = (i * 2654435761u >> 8) % WORDS;
#endif
    __global int* word = words + place;
    float value = (float)i;
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < WORK; ++k) value = mad(value, 0.75f, 1.0f);
        int seen = *word, expected;
        do {
            expected = seen;
            seen = atomic_cmpxchg(word, expected, expected + 1);
        } while (seen != expected);
    }
    if (value < 0) out[i] = 1;
}
