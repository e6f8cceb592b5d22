// SPDX-License-Identifier: GPL-3.0-or-later
// One read of a table at an index that is cut by a mask: whether the scaling by the element's size is a part of the
// address' sum or is done ahead of the mask is what the machine code tells. FORM is the way in which the index is
// made.

#if FORM == 8
#define ELEMENT uchar
#elif FORM == 9
#define ELEMENT ulong
#else
#define ELEMENT uint
#endif

__kernel void masked_indices(__global const uint* in, __global const ELEMENT* table, __global uint* out,
                             __local ELEMENT* given, int mask) {
    const int item = get_global_id(0);
    const uint x = in[item];
    uint y;
#if FORM == 0 // no mask
    y = table[x];
#elif FORM == 1
    y = table[x & 63];
#elif FORM == 2
    y = table[(x >> 3) & 63];
#elif FORM == 3
    y = table[(x * 5) & 63];
#elif FORM == 4 // a variable's address is a constant
    __local uint rows[64];
    rows[get_local_id(0) & 63] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    y = rows[x & 63];
#elif FORM == 5
    given[get_local_id(0)] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    y = given[x & 63];
#elif FORM == 6
    y = table[(x + 1) & 63];
#elif FORM == 7 // two tables
    y = table[x & 63] + in[x & 63];
#elif FORM == 8 // bytes
    y = table[x & 63];
#elif FORM == 9 // eight bytes
    y = (uint)table[x & 63];
#elif FORM == 10
    y = table[(ulong)x & 63];
#elif FORM == 11
    y = table[x % 64];
#elif FORM == 12
    y = table[(x & 63) * 4 + 1];
#elif FORM == 13
    y = table[(x & 7) * 8 + ((x >> 3) & 7)];
#elif FORM == 14
    y = table[x & mask];
#elif FORM == 15 // signed
    y = table[(int)x & 63];
#elif FORM == 16 // the masked index is wanted too
    y = table[x & 63] + (x & 63);
#elif FORM == 17
    __local uint rows[64];
    rows[get_local_id(0) & 63] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    y = rows[(x >> 8) & 63] ^ rows[(x >> 16) & 63] ^ rows[x >> 26];
#elif FORM == 18
    y = table[(x >> 8) & 63] ^ table[64 + ((x >> 16) & 63)] ^ table[128 + (x >> 26)];
#elif FORM == 19
    y = table[(x ^ (x >> 7)) & 63];
#elif FORM == 20
    y = table[(x & 63) + item];
#elif FORM == 21
    y = table[x >> 26];
#elif FORM == 22 // a product of the whole index
    y = table[(x * 5 + 1) & 0xffffff & 63];
#elif FORM == 23
    y = table[(x & 0xffff) * 2 % 64];
#endif
    out[item] = y;
}
