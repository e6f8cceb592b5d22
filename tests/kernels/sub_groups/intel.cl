// Intel's extension of sub-groups: shuffles under their older names, blocks read and written by a sub-group.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

//@ kernel: block_copy --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
__attribute__((intel_reqd_sub_group_size(32)))
kernel void block_copy(global const uint* in, global uint* out)
{
    uint at = get_global_id(0) & ~31u;
    intel_sub_group_block_write(out + at, intel_sub_group_block_read(in + at));
}

//@ kernel: block_copy4 --global 1024 --local 64
//@ holds: reads 16; writes 16
//@ oracle: host
kernel void block_copy4(global const uint* in, global uint* out)
{
    uint at = (get_global_id(0) & ~31u) * 4;
    uint4 v = intel_sub_group_block_read4(in + at);
    intel_sub_group_block_write4(out + at, v + 1);
}

//@ kernel: intel_shuffles --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void intel_shuffles(global float* a)
{
    float v = a[get_global_id(0)];
    v += intel_sub_group_shuffle(v, 0) + intel_sub_group_shuffle_xor(v, 1);
    v += intel_sub_group_shuffle_down(v, v, 1) - intel_sub_group_shuffle_up(v, v, 1);
    a[get_global_id(0)] = v;
}
