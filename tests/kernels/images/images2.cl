// What later versions have: reads without a sampler, images that are read and written, halves.

//@ kernel: without_sampler --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1
kernel void without_sampler(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, sqrt(read_imagef(in, at)));
}

//@ kernel: line_array --global 64x8 --local 64x1
//@ holds: texture reads 1; writes 4
kernel void line_array(read_only image1d_array_t in, global float* out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    out[at.y * 64 + at.x] = read_imagef(in, at).w;
}

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

//@ kernel: volume_written --global 16x16x4 --local 8x8x1
//@ holds: texture writes 1; reads 4
kernel void volume_written(global const float* in, write_only image3d_t out)
{
    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    write_imagef(out, at, (float4)(in[(at.z * 16 + at.y) * 16 + at.x]));
}
