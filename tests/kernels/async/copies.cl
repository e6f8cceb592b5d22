// Copies by the whole group, prefetches, events.

//@ kernel: staged --global 1024 --local 64
//@ holds: reads 4; local writes 4; local reads 4; writes 4
__kernel void staged(__global const float* in, __global float* out)
{
    __local float t[64];
    event_t e = async_work_group_copy(t, in + get_group_id(0) * 64, 64, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[63 - get_local_id(0)];
}

//@ kernel: staged_back --global 1024 --local 64
//@ holds: local writes 4; local reads 4; writes 4; reads 0
__kernel void staged_back(__global int* out)
{
    __local int t[64];
    t[get_local_id(0)] = get_global_id(0) * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out + get_group_id(0) * 64, t, 64, 0);
    wait_group_events(1, &e);
}

//@ kernel: strided_copy --global 256 --local 64
//@ holds: reads 4; local writes 4; writes 4
__kernel void strided_copy(__global const int* in, __global int* out)
{
    __local int t[64];
    event_t e = async_work_group_strided_copy(t, in + get_group_id(0) * 256, 64, 4, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[get_local_id(0)];
}

//@ kernel: two_events --global 256 --local 64
//@ holds: reads 8; local writes 8; local reads 8; writes 4
__kernel void two_events(__global const float* a, __global const float* b, __global float* c)
{
    __local float ta[64], tb[64];
    event_t e[2];
    e[0] = async_work_group_copy(ta, a + get_group_id(0) * 64, 64, 0);
    e[1] = async_work_group_copy(tb, b + get_group_id(0) * 64, 64, 0);
    wait_group_events(2, e);
    c[get_global_id(0)] = ta[get_local_id(0)] * tb[get_local_id(0)];
}

//@ kernel: vector_copy --global 256 --local 64
//@ holds: reads 16; local writes 16; writes 16
__kernel void vector_copy(__global const float4* in, __global float4* out)
{
    __local float4 t[64];
    event_t e = async_work_group_copy(t, in + get_group_id(0) * 64, 64, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[get_local_id(0)] + 1.0f;
}

//@ kernel: prefetched --global 256
//@ holds: reads 4; writes 4
__kernel void prefetched(__global const float* in, __global float* out)
{
    prefetch(in + get_global_id(0), 1);
    out[get_global_id(0)] = in[get_global_id(0)];
}

//@ kernel: double_buffered --global 256 --local 64 --arg tiles=4
//@ holds: reads 16; local reads 16; writes 4
__kernel void double_buffered(__global const float* in, __global float* out, int tiles)
{
    __local float t[2][64];
    float s = 0;
    event_t e = async_work_group_copy(t[0], in, 64, 0);
    for (int k = 0; k < tiles; ++k) {
        wait_group_events(1, &e);
        if (k + 1 < tiles) e = async_work_group_copy(t[(k + 1) & 1], in + (k + 1) * 64, 64, 0);
        s += t[k & 1][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = s;
}

//@ kernel: part_of_group --global 256 --local 64
//@ holds: reads 1.0625; local writes 1.0625; writes 4
// 17 numbers for 64 work-items.
__kernel void part_of_group(__global const float* in, __global float* out)
{
    __local float t[17];
    event_t e = async_work_group_copy(t, in, 17, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[get_local_id(0) % 17];
}
