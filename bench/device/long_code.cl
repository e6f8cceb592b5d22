// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that are LENGTH instructions long: what a warp waits for instructions (docs/model.md, section 9.5).

#ifndef LENGTH
#define LENGTH 1024
#endif

__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
long_code(__global float* out, uint steps, float a, float b) {
    float x = get_local_id(0), y = a, z = b, w = 1.0f;
    #pragma unroll 1
    for (uint k = 0; k < steps; ++k) {
        #pragma unroll
        for (uint i = 0; i < LENGTH / 4; ++i) {
            x = x * a + b;
            y = y * b + a;
            z = z * a + b;
            w = w * b + a;
        }
    }
    out[get_global_id(0)] = x + y + z + w;
}
