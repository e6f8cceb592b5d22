// SPDX-License-Identifier: GPL-3.0-or-later
// What a fetch or a store of texels costs beside the texture pipe itself: components that come back, coordinates
// that are integers, volumes, and copies between buffers and images whose work-items do one thing and end.

#if LINEAR
#define FILTER CLK_FILTER_LINEAR
#else
#define FILTER CLK_FILTER_NEAREST
#endif

__constant sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | FILTER;

#if COMPONENTS == 1
typedef float Sum;
#define OF(texel) (texel).x
#elif COMPONENTS == 2
typedef float2 Sum;
#define OF(texel) (texel).xy
#else
typedef float4 Sum;
#define OF(texel) (texel)
#endif

// INTEGERS: coordinates as they are counted, else in floating point from the start.
#if INTEGERS
typedef int2 Place;
typedef int4 Point;
#else
typedef float2 Place;
typedef float4 Point;
#endif

// Eight fetches a step from 64 x 64 texels: a warp reads a block of 8 x 4.
__kernel void components_rate(read_only image2d_t in, __global Sum* out, uint steps) {
    const uint lane = get_local_id(0) & 31;
    Place at = (Place)(lane & 7, lane >> 3);
    Sum a = 0, b = 0, c = 0, d = 0;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
        a += OF(read_imagef(in, how, at));
        b += OF(read_imagef(in, how, at + (Place)(8, 0)));
        c += OF(read_imagef(in, how, at + (Place)(0, 4)));
        d += OF(read_imagef(in, how, at + (Place)(8, 4)));
        a += OF(read_imagef(in, how, at + (Place)(16, 0)));
        b += OF(read_imagef(in, how, at + (Place)(24, 0)));
        c += OF(read_imagef(in, how, at + (Place)(16, 4)));
        d += OF(read_imagef(in, how, at + (Place)(24, 4)));
        at.y += 1;
    }
    out[get_global_id(0)] = a + b + c + d;
}

// The same from 32 x 32 x 32 texels. SLICES: a warp reads 8 x 4 of one slice, else 4 x 4 x 2.
__kernel void volume_rate(read_only image3d_t in, __global Sum* out, uint steps) {
    const uint lane = get_local_id(0) & 31;
#if SLICES
    Point at = (Point)(lane & 7, lane >> 3, 0, 0);
#else
    Point at = (Point)(lane & 3, (lane >> 2) & 3, lane >> 4, 0);
#endif
    Sum a = 0, b = 0, c = 0, d = 0;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
        a += OF(read_imagef(in, how, at));
        b += OF(read_imagef(in, how, at + (Point)(8, 0, 0, 0)));
        c += OF(read_imagef(in, how, at + (Point)(0, 4, 0, 0)));
        d += OF(read_imagef(in, how, at + (Point)(8, 4, 0, 0)));
        a += OF(read_imagef(in, how, at + (Point)(0, 0, 2, 0)));
        b += OF(read_imagef(in, how, at + (Point)(8, 0, 2, 0)));
        c += OF(read_imagef(in, how, at + (Point)(0, 4, 2, 0)));
        d += OF(read_imagef(in, how, at + (Point)(8, 4, 2, 0)));
        at.y += 1;
    }
    out[get_global_id(0)] = a + b + c + d;
}

// A word or texel of 4 bytes read, one written, by work-items that lie as the launch says.
__kernel void copy_words(__global const float* restrict in, __global float* restrict out) {
    const uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    out[at] = in[at];
}
__kernel void copy_from_image(read_only image2d_t in, __global float* restrict out) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    out[at.y * get_global_size(0) + at.x] = read_imagef(in, how, at).x;
}
__kernel void copy_to_image(__global const float* restrict in, write_only image2d_t out) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(in[at.y * get_global_size(0) + at.x]));
}
__kernel void copy_images(read_only image2d_t in, write_only image2d_t out) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, how, at));
}
__kernel void fill_image(write_only image2d_t out) {
    write_imagef(out, (int2)(get_global_id(0), get_global_id(1)), (float4)(1.0f));
}

// Eight fetches a step at integer coordinates: of each kind of image, with and without a sampler.
#if SHAPE == 1
typedef read_only image1d_t Image;
#define AT(x, y) (int)((x) + 16 * (y))
#elif SHAPE == 2
typedef read_only image1d_buffer_t Image;
#define AT(x, y) (int)((x) + 16 * (y))
#elif SHAPE == 3
typedef read_only image2d_array_t Image;
#define AT(x, y) (int4)((x), (y), 0, 0)
#elif SHAPE == 4
typedef read_only image1d_array_t Image;
#define AT(x, y) (int2)((x) + 16 * (y), 0)
#else
typedef read_only image2d_t Image;
#define AT(x, y) (int2)((x), (y))
#endif

#if BORDER
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
#else
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#endif

#if SAMPLED
#define READ(x, y) OF(read_imagef(in, edge, AT(x, y)))
#else
#define READ(x, y) OF(read_imagef(in, AT(x, y)))
#endif

__kernel void integer_rate(Image in, __global Sum* out, uint steps) {
    const int x = get_local_id(0) & 7;
    int y = (get_local_id(0) >> 3) & 3;
    Sum a = 0, b = 0, c = 0, d = 0;
    #pragma unroll 1
    for (uint s = 0; s < steps; ++s) {
        a += READ(x, y);
        b += READ(x + 8, y);
        c += READ(x, y + 4);
        d += READ(x + 8, y + 4);
        a += READ(x, y + 8);
        b += READ(x + 8, y + 8);
        c += READ(x, y + 12);
        d += READ(x + 8, y + 12);
        y += 1;
    }
    out[get_global_id(0)] = a + b + c + d;
}

// Questions to an image, and a word written. Sizes are those of one work-item's warp alike.
__kernel void ask_read_image(read_only image2d_t in, __global int* out) {
    int sum = 0;
#if QUERIES == 3
    const int2 size = get_image_dim(in);
    sum = size.x + size.y;
#endif
#if QUERIES == 1 || QUERIES == 2 || QUERIES == 4
    sum += get_image_width(in);
#endif
#if QUERIES == 2 || QUERIES == 4
    sum += get_image_height(in);
#endif
#if QUERIES == 4
    sum += get_image_channel_order(in) + get_image_channel_data_type(in);
#endif
    out[get_global_id(0)] = sum;
}
__kernel void ask_written_image(write_only image2d_t in, __global int* out) {
    int sum = 0;
#if QUERIES == 1 || QUERIES == 2
    sum += get_image_width(in);
#endif
#if QUERIES == 2
    sum += get_image_height(in);
#endif
    out[get_global_id(0)] = sum;
}
