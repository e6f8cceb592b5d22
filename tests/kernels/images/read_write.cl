// Images that a kernel reads and writes: OpenCL C 2.0.

//@ kernel: in_place --global 64x64 --local 16x16
//@ holds: texture reads 1; texture writes 1
//@ oracle: host
kernel void in_place(read_write image2d_t im)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 v = read_imagef(im, at);
    write_imagef(im, at, v * v);
}
