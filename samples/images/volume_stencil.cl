// SPDX-License-Identifier: GPL-3.0-or-later
// A point and its six neighbours in a volume; the sampler repeats what lies at the faces.

__kernel void volume_stencil(read_only image3d_t u, sampler_t edge, __global float* res, float centre, float neighbour) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int4 at = (int4)(x, y, z, 0);
    const float around = read_imagef(u, edge, at - (int4)(1, 0, 0, 0)).x + read_imagef(u, edge, at + (int4)(1, 0, 0, 0)).x +
                         read_imagef(u, edge, at - (int4)(0, 1, 0, 0)).x + read_imagef(u, edge, at + (int4)(0, 1, 0, 0)).x +
                         read_imagef(u, edge, at - (int4)(0, 0, 1, 0)).x + read_imagef(u, edge, at + (int4)(0, 0, 1, 0)).x;
    res[(z * get_image_height(u) + y) * get_image_width(u) + x] = centre * read_imagef(u, edge, at).x + neighbour * around;
}
