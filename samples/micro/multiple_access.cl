// SPDX-License-Identifier: GPL-3.0-or-later
// COUNT neighbouring elements read by each work-item: Poeppl 2014, section 5.5.3. All but the first were read
// by other work-items as well, so what each adds is less than the first costs. `in` has COUNT elements more
// than there are work-items.

__kernel void multiple_access(__global const float* in, __global float* out) {
    const uint x = get_global_id(0);
    float sum = 42.0f;
    #pragma unroll
    for (int k = 0; k < COUNT; ++k) sum += in[x + k];
    out[x] = sum;
}
