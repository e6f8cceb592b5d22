// SPDX-License-Identifier: GPL-3.0-or-later
// An image at another size, by the texture unit's filter: normalized coordinates of the middles of texels.

__kernel void scale_linear(read_only image2d_t in, sampler_t linear, write_only image2d_t out) {
    const int x = get_global_id(0), y = get_global_id(1);
    const int2 size = get_image_dim(out);
    if (x >= size.x || y >= size.y) return;
    const float2 at = (float2)((x + 0.5f) / size.x, (y + 0.5f) / size.y);
    write_imagef(out, (int2)(x, y), read_imagef(in, linear, at));
}
