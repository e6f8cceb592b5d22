// SPDX-License-Identifier: GPL-3.0-or-later
// When warps start to run that find the others busy: what all of a multiprocessor ask for is WHAT (docs/model.md,
// section 9.5).

#ifndef WHAT
#define WHAT 0
#endif

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
starts(__global uint* out, uint steps, uint a, uint b, float f, float g) {
    const uint number = get_global_id(0);
    uint x = number, y = number ^ a, z = a, w = b;
    float p = number, q = f, r = g, s = 1.0f;
    #pragma unroll 8
    for (uint k = 0; k < steps; ++k) {
#if WHAT == 0 // logic alone: half of what can be issued
        x = (x & a) ^ w;
        y = (y | b) ^ x;
        z = (z & b) ^ y;
        w = (w | a) ^ z;
#elif WHAT == 1 // floating point alone: all that can be issued
        p = p * f + g;
        q = q * g + f;
        r = r * f + g;
        s = s * g + f;
#elif WHAT == 2 // as much of either
        x = (x & a) ^ w;
        p = p * f + g;
        y = (y | b) ^ x;
        q = q * g + f;
#elif WHAT == 3 // sums and rotations
        x = rotate(x + w, 7u);
        y = rotate(y + x, 11u);
        z = rotate(z + y, 13u);
        w = rotate(w + z, 17u);
#elif WHAT == 4 // products
        x = x * a + w;
        y = y * b + x;
        z = z * a + y;
        w = w * b + z;
#elif WHAT == 5 // roots: a sixteenth of what can be issued
        p = native_rsqrt(p);
        q = native_rsqrt(q);
#endif
    }
    out[number] = x ^ y ^ z ^ w ^ as_uint(p + q + r + s);
}
