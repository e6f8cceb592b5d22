// SPDX-License-Identifier: GPL-3.0-or-later
// Each line of an array of them blended with the next, in place: images that are read and written (OpenCL C 2.0).

__kernel void line_blend(read_write image1d_array_t lines, read_only image1d_t colour, int share) {
    const int x = get_global_id(0), line = get_global_id(1);
    const int4 own = read_imagei(lines, (int2)(x, line));
    const int4 other = read_imagei(colour, x);
    write_imagei(lines, (int2)(x, line), (own * (256 - share) + other * share) / 256);
}
