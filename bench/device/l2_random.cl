// SPDX-License-Identifier: GPL-3.0-or-later
// Reads that come anywhere in an object: how much of it does L2 hold for them?
//
// ORDER: 0 each work-item reads a word anywhere, 1 the same in an order that is spread evenly (multiples of the
// golden ratio), 2 each warp reads a line of 128 bytes anywhere.
__kernel void l2_random(__global const float* in, __global float* out, uint words) {
    const uint item = get_global_id(0);
    uint drawn = ORDER == 2 ? item / 32 : item;
#if ORDER == 1
    drawn *= 2654435769u;
#else
    drawn = (drawn ^ (drawn >> 15)) * 0x2c1b3c6du;
    drawn = (drawn ^ (drawn >> 12)) * 0x297a2d39u;
    drawn ^= drawn >> 15;
#endif
#if ORDER == 2
    const uint place = mul_hi(drawn, words / 32) * 32 + item % 32;
#else
    const uint place = mul_hi(drawn, words);
#endif
    if (in[place] > 2.0f) out[0] = 1.0f;
}
