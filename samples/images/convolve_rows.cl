// SPDX-License-Identifier: GPL-3.0-or-later
// The pass along rows of a separable convolution. Beyond the edges the sampler gives zeros, so that no index is compared.

__constant sampler_t zeros = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

__kernel void convolve_rows(read_only image2d_t in, __constant float* weights, write_only image2d_t out) {
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k) sum += weights[k + RADIUS] * read_imagef(in, zeros, (int2)(x + k, y)).x;
    write_imagef(out, (int2)(x, y), (float4)(sum, 0.0f, 0.0f, 0.0f));
}
