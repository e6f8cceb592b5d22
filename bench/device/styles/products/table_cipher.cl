// SPDX-License-Identifier: GPL-3.0-or-later
// A block cipher of byte tables in counter mode: sixteen bytes a block, four look-ups and a key word for each
// word and round. TABLES is 4 (one for each byte) or 1 (rotated); PLACE: 0 constant memory, 1 copied to
// local, 2 global.

#if PLACE == 1
#define TABLE_AT(t, i) tables[(t) * 256 + (i)]
#elif PLACE == 2
#define TABLE_AT(t, i) source[(t) * 256 + (i)]
#else
#define TABLE_AT(t, i) source[(t) * 256 + (i)]
#endif
#if PLACE == 0
#define TABLE_SPACE __constant
#else
#define TABLE_SPACE __global
#endif

#define BYTE(x, n) (((x) >> (8 * (n))) & 0xffu)
#if TABLES == 4
#define WORD(a, b, c, d, k)                                                                                  \
    (TABLE_AT(0, BYTE(a, 0)) ^ TABLE_AT(1, BYTE(b, 1)) ^ TABLE_AT(2, BYTE(c, 2)) ^ TABLE_AT(3, BYTE(d, 3)) ^ \
     (k))
#else
#define WORD(a, b, c, d, k)                                                                                  \
    (TABLE_AT(0, BYTE(a, 0)) ^ rotate(TABLE_AT(0, BYTE(b, 1)), 8u) ^ rotate(TABLE_AT(0, BYTE(c, 2)), 16u) ^  \
     rotate(TABLE_AT(0, BYTE(d, 3)), 24u) ^ (k))
#endif
#define LAST(a, b, c, d, k)                                                                                  \
    ((BYTE(TABLE_AT(0, BYTE(a, 0)), 1) | (BYTE(TABLE_AT(0, BYTE(b, 1)), 1) << 8) |                           \
      (BYTE(TABLE_AT(0, BYTE(c, 2)), 1) << 16) | (BYTE(TABLE_AT(0, BYTE(d, 3)), 1) << 24)) ^                 \
     (k))

__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
table_counter(__global const uint4* in, __global uint4* out, __constant uint4* keys,
              TABLE_SPACE const uint* source, uint4 nonce, uint blocks) {
#if PLACE == 1
    __local uint tables[TABLES * 256];
    for (int i = get_local_id(0); i < TABLES * 256; i += WG_SIZE) tables[i] = source[i];
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    const uint first = get_group_id(0) * (WG_SIZE * BLOCKS_PER_ITEM) + get_local_id(0);
    for (uint n = 0; n < BLOCKS_PER_ITEM; ++n) {
        const uint block = first + n * WG_SIZE;
        if (block >= blocks) return;
        uint4 s = nonce;
        s.w += block;
        s ^= keys[0];
#pragma unroll
        for (int r = 1; r < ROUNDS; ++r) {
            const uint4 k = keys[r];
            uint4 t;
            t.x = WORD(s.x, s.y, s.z, s.w, k.x);
            t.y = WORD(s.y, s.z, s.w, s.x, k.y);
            t.z = WORD(s.z, s.w, s.x, s.y, k.z);
            t.w = WORD(s.w, s.x, s.y, s.z, k.w);
            s = t;
        }
        const uint4 k = keys[ROUNDS];
        uint4 pad;
        pad.x = LAST(s.x, s.y, s.z, s.w, k.x);
        pad.y = LAST(s.y, s.z, s.w, s.x, k.y);
        pad.z = LAST(s.z, s.w, s.x, s.y, k.z);
        pad.w = LAST(s.w, s.x, s.y, s.z, k.w);
        out[block] = in[block] ^ pad;
    }
}
