// SPDX-License-Identifier: GPL-3.0-or-later
// Rays that march until they meet something: how many steps differs from ray to ray.

// The terrain's height, between -1 and 1; it is nowhere steeper than 45 degrees.
float terrain(float x, float y) {
    return 0.5f * sin(x + 0.5f * cos(y)) + 0.25f * cos(1.3f * y) + 0.125f * sin(1.7f * x - y);
}

// A pixel's ray goes down from height `eye` at one in two at most, so it meets the terrain once; a step goes a part of
// what is left above the ground. `depths` gets how far it went.
__kernel void terrain_rays(__global float* depths, int width, int height, float eye, float scale, float precision) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= width || row >= height) return;
    const float right = (column - 0.5f * width) * scale;
    const float up = (row - 0.5f * height) * scale;
    const float inverse = rsqrt(right * right + up * up + 1.0f);
    const float3 direction = (float3)(right, up, -1.0f) * inverse;
    float depth = 0.0f;
    float above = eye;
    while (above > precision) { // warpstring: above ground
        depth += 0.6f * above;
        const float3 place = (float3)(0.0f, 0.0f, eye) + depth * direction;
        above = place.z - terrain(place.x, place.y);
    }
    depths[row * width + column] = depth;
}

// Rays through a cube of size^3 voxels, whole numbers throughout: places are multiples of 1/1024 of a voxel, light a
// multiple of 1/65536. A ray starts at a face and ends behind the cube or when too little light is left.
__kernel void volume_light(__global const uchar* voxels, __global uint* light, int width, int height, int size,
                           int tiltX, int tiltY, uint darkness) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= width || row >= height) return;
    int x = column * (size * 1024 / width);
    int y = row * (size * 1024 / height);
    int z = 0;
    uint left = 65536;
    const int end = size * 1024;
    while (left > darkness && z < end && x >= 0 && x < end && y >= 0 && y < end) { // warpstring: lit
        const uint density = voxels[((z >> 10) * size + (y >> 10)) * size + (x >> 10)];
        left -= (left * density) >> 12;
        x += tiltX;
        y += tiltY;
        z += 512;
    }
    light[row * width + column] = left;
}
