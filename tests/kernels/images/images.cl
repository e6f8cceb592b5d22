// Images and samplers: reads with and without samplers, writes, queries, arrays, volumes, formats.

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

//@ kernel: copy --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1
__kernel void copy(__read_only image2d_t in, __write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, nearest, at));
}

//@ kernel: box_blur --global 64x64 --local 16x16
//@ holds: texture reads 9; texture writes 1
__kernel void box_blur(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = (float4)(0.0f);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += read_imagef(in, nearest, at + (int2)(x, y));
    write_imagef(out, at, sum / 9.0f);
}

//@ kernel: by_size --global 64x64 --local 8x8 --image in=40x30 --image out=40x30
//@ holds: texture reads 0.29296875; texture writes 0.29296875
// 40 * 30 of 64 * 64.
__kernel void by_size(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(in) || y >= get_image_height(in)) return;
    write_imagef(out, (int2)(x, y), 1.0f - read_imagef(in, nearest, (int2)(x, y)));
}

//@ kernel: rotated --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1; texels 5
// A linear filter mixes four texels; one is written.
__kernel void rotated(read_only image2d_t in, write_only image2d_t out, float sine, float cosine)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float2 c = (convert_float2(at) + 0.5f) / (float2)(64, 64) - 0.5f;
    float2 from = (float2)(c.x * cosine - c.y * sine, c.x * sine + c.y * cosine) + 0.5f;
    write_imagef(out, at, read_imagef(in, smooth, from));
}

//@ kernel: sampler_argument --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1
__kernel void sampler_argument(read_only image2d_t in, write_only image2d_t out, sampler_t how)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, how, convert_float2(at)).zyxw);
}

//@ kernel: image_to_buffer --global 64x64 --local 16x16
//@ holds: texture reads 1; writes 16
__kernel void image_to_buffer(read_only image2d_t in, __global float4* out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagef(in, nearest, (int2)(x, y));
}

//@ kernel: buffer_to_image --global 64x64 --local 16x16
//@ holds: reads 4; texture writes 1
__kernel void buffer_to_image(__global const uchar4* in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, convert_float4(in[at.y * 64 + at.x]) / 255.0f);
}

//@ kernel: whole_numbers --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1
__kernel void whole_numbers(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint4 v = read_imageui(in, nearest, at);
    write_imageui(out, at, v >> 1);
}

//@ kernel: signed_numbers --global 64x64 --local 16x16
//@ holds: texture reads 2; writes 4
__kernel void signed_numbers(read_only image2d_t a, read_only image2d_t b, __global int* difference)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    difference[at.y * 64 + at.x] = read_imagei(a, nearest, at).x - read_imagei(b, nearest, at).x;
}

//@ kernel: line --global 1024 --local 64
//@ holds: texture reads 2; texture writes 1
__kernel void line(read_only image1d_t in, write_only image1d_t out)
{
    int x = get_global_id(0);
    write_imagef(out, x, 0.5f * (read_imagef(in, nearest, x) + read_imagef(in, nearest, x + 1)));
}

//@ kernel: line_of_buffer --global 1024 --local 64
//@ holds: texture reads 1; writes 4
__kernel void line_of_buffer(read_only image1d_buffer_t in, __global float* out)
{
    int x = get_global_id(0);
    out[x] = read_imagef(in, x).x;
}

//@ kernel: volume --global 32x32x4 --local 8x8x1
//@ holds: texture reads 7; texture writes 0; writes 16
__kernel void volume(read_only image3d_t in, __global float4* out)
{
    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    float4 s = -6.0f * read_imagef(in, nearest, at);
    s += read_imagef(in, nearest, at + (int4)(1, 0, 0, 0)) + read_imagef(in, nearest, at - (int4)(1, 0, 0, 0));
    s += read_imagef(in, nearest, at + (int4)(0, 1, 0, 0)) + read_imagef(in, nearest, at - (int4)(0, 1, 0, 0));
    s += read_imagef(in, nearest, at + (int4)(0, 0, 1, 0)) + read_imagef(in, nearest, at - (int4)(0, 0, 1, 0));
    out[(at.z * 32 + at.y) * 32 + at.x] = s;
}

//@ kernel: layers --global 64x64 --local 16x16 --image in=64x64x5
//@ holds: texture reads 5; writes 16
__kernel void layers(read_only image2d_array_t in, __global float4* out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 s = (float4)(0);
    for (int k = 0; k < (int)get_image_array_size(in); ++k) s = fmax(s, read_imagef(in, nearest, (int4)(x, y, k, 0)));
    out[y * 64 + x] = s;
}

//@ kernel: formats --global 64x64 --local 16x16 --image in=64x64:FLOAT:R
//@ holds: texture reads 1; writes 4
// The launch's format is a constant: one branch is left.
__kernel void formats(read_only image2d_t in, __global float* out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 v = read_imagef(in, nearest, at);
    if (get_image_channel_order(in) == CLK_R)
        out[at.y * 64 + at.x] = v.x;
    else
        out[at.y * 64 + at.x] = (v.x + v.y + v.z) / 3;
}

//@ kernel: dims --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1
__kernel void dims(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1)), size = get_image_dim(in);
    write_imagef(out, at, read_imagef(in, nearest, size - 1 - at));
}

//@ kernel: sobel --global 64x64 --local 16x16
//@ holds: texture reads 8; texture writes 1
__kernel void sobel(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
#define P(dx, dy) read_imagef(in, nearest, (int2)(x + dx, y + dy)).x
    float nw = P(-1, -1), n = P(0, -1), ne = P(1, -1), w = P(-1, 0), e = P(1, 0), sw = P(-1, 1), s = P(0, 1), se = P(1, 1);
#undef P
    float gx = ne + 2 * e + se - nw - 2 * w - sw, gy = sw + 2 * s + se - nw - 2 * n - ne;
    write_imagef(out, (int2)(x, y), (float4)(hypot(gx, gy)));
}

//@ kernel: own_sampler --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1; texels 5
__kernel void own_sampler(read_only image2d_t in, write_only image2d_t out)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, s, (float2)(at.x * 0.5f, at.y * 0.5f)));
}

static float4 fetch(read_only image2d_t im, int x, int y)
{
    return read_imagef(im, nearest, (int2)(x, y));
}

//@ kernel: image_to_function --global 64x64 --local 16x16
//@ holds: texture reads 3; texture writes 1
__kernel void image_to_function(read_only image2d_t im, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(out, (int2)(x, y), (fetch(im, x, y) + fetch(im, x + 2, y) + fetch(im, x, y + 2)) / 3);
}

//@ kernel: tile_from_image --global 64x64 --local 16x16
//@ holds: texture reads 1; writes 4; barriers 1; local reads 4
__kernel void tile_from_image(read_only image2d_t in, __global float* out)
{
    __local float t[16][17];
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
    t[ly][lx] = read_imagef(in, nearest, (int2)(gx, gy)).x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gy * 64 + gx] = t[lx][ly];
}
