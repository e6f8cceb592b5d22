// What is refused by its name.
#pragma OPENCL EXTENSION cl_khr_depth_images : enable
#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable

//@ kernel: depth --global 64x64
//@ holds: refused frontend.depth-image
//@ oracle: host
__kernel void depth(read_only image2d_depth_t in, __global float* out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    out[at.y * 64 + at.x] = read_imagef(in, at);
}

//@ kernel: samples --global 64x64
//@ holds: refused frontend.msaa-image
//@ oracle: host
__kernel void samples(read_only image2d_msaa_t in, __global float4* out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    out[at.y * 64 + at.x] = read_imagef(in, at, 0);
}
