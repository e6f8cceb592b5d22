// Functions that a whole work-group calls: OpenCL C 2.0 and later.

//@ kernel: sum_of_group --global 1024 --local 64
//@ holds: reads 4; writes 0.0625; barriers 2
//@ oracle: host
kernel void sum_of_group(global const int* in, global int* out)
{
    int all = work_group_reduce_add(in[get_global_id(0)]);
    if (get_local_id(0) == 0) out[get_group_id(0)] = all;
}

//@ kernel: extremes --global 1024 --local 128
//@ holds: reads 4; writes 0.0625; barriers 4
//@ oracle: host
kernel void extremes(global const float* in, global float2* out)
{
    float v = in[get_global_id(0)];
    float least = work_group_reduce_min(v), most = work_group_reduce_max(v);
    if (get_local_id(0) == 0) out[get_group_id(0)] = (float2)(least, most);
}

//@ kernel: scanned --global 1024 --local 64
//@ holds: reads 8; writes 8
// Both read what they scan: a barrier lies between.
//@ oracle: host
kernel void scanned(global const uint* in, global uint* before, global uint* with)
{
    size_t i = get_global_id(0);
    before[i] = work_group_scan_exclusive_add(in[i]);
    with[i] = work_group_scan_inclusive_max(in[i]);
}

//@ kernel: broadcast --global 1024 --local 64
//@ holds: reads 8; writes 4; barriers 2
//@ oracle: host
kernel void broadcast(global float* a)
{
    size_t i = get_global_id(0);
    a[i] -= work_group_broadcast(a[i], 0);
}

//@ kernel: broadcast_2d --global 64x64 --local 16x16
//@ holds: writes 4; barriers 2
//@ oracle: host
kernel void broadcast_2d(global int* a)
{
    int v = get_global_id(1) * 64 + get_global_id(0);
    a[v] = work_group_broadcast(v, 3, 5);
}

//@ kernel: votes --global 1024 --local 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void votes(global const int* in, global int* out)
{
    int v = in[get_global_id(0)];
    out[get_global_id(0)] = work_group_all(v > 3) ? 2 : work_group_any(v > 100) ? 1 : 0;
}

//@ kernel: compaction --global 1024 --local 64 --buffer in=int:1024:iota
//@ holds: writes 2; atomics 0.015625
// Half of 0, 1, 2, ... is odd; the others leave a hole.
//@ oracle: host
kernel void compaction(global const int* restrict in, global int* restrict out, global atomic_int* used)
{
    local int base;
    int v = in[get_global_id(0)], keep = v & 1;
    int place = work_group_scan_exclusive_add(keep), count = work_group_reduce_add(keep);
    if (get_local_id(0) == 0) base = atomic_fetch_add_explicit(used, count, memory_order_relaxed, memory_scope_device);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (keep) out[(base + place) & 1023] = v;
}

//@ kernel: uniform_loop --global 1024 --local 64 --arg n=4096
//@ holds: reads 16
// Four rounds; a reduction in each.
//@ oracle: host
kernel void uniform_loop(global const int* in, global int* out, int n)
{
    int total = 0;
    for (int at = get_global_id(0); at < n; at += get_global_size(0)) total += work_group_reduce_max(in[at]);
    if (get_local_id(0) == 0) out[get_group_id(0)] = total;
}

//@ kernel: linear_ids --global 64x16 --local 16x4
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void linear_ids(global const int* in, global int* out)
{
    size_t i = get_global_linear_id();
    out[i] = in[i] + get_local_linear_id();
}

//@ kernel: enqueued_size --global 1024 --local 64
//@ holds: writes 4
//@ oracle: host
kernel void enqueued_size(global int* out)
{
    out[get_global_id(0)] = get_enqueued_local_size(0) - get_local_size(0);
}

//@ kernel: double_reduction --global 256 --local 64
//@ holds: reads 16; writes 8
//@ oracle: host
kernel void double_reduction(global double* a)
{
    a[get_global_id(0)] /= work_group_reduce_add(a[get_global_id(0)]);
}

//@ kernel: argument_checks --global 1024 --local 256
//@ holds: reads 16; writes 0..16
// A group looks at the data again only where somebody must.
//@ oracle: host
__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void argument_checks(global const float4* in, global float4* out)
{
    float4 v = in[get_global_id(0)];
    if (work_group_any(any(isnan(v)))) return;
    out[get_global_id(0)] = v;
}
