// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of all layers of an array of images, texel by texel.

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void layers_mean(read_only image2d_array_t in, __global float4* out) {
    const int x = get_global_id(0), y = get_global_id(1);
    const int layers = (int)get_image_array_size(in);
    float4 sum = (float4)(0.0f);
    for (int layer = 0; layer < layers; ++layer) sum += read_imagef(in, nearest, (int4)(x, y, layer, 0));
    out[y * get_image_width(in) + x] = sum / (float)layers;
}
