// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of an image, texel by texel: what reading and writing images costs with nothing else in the way.

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void nearest_copy(read_only image2d_t in, write_only image2d_t out) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(out) || at.y >= get_image_height(out)) return;
    write_imagef(out, at, read_imagef(in, nearest, at));
}
