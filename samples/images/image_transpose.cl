// SPDX-License-Identifier: GPL-3.0-or-later
// Rows become columns: tiles of texels make both sides of it neighbours.

__kernel void image_transpose(read_only image2d_t in, write_only image2d_t out) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(in) || y >= get_image_height(in)) return;
    write_imageui(out, (int2)(y, x), read_imageui(in, (int2)(x, y)));
}
