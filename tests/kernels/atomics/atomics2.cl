// Atomics of OpenCL C 2.0 and later: types, orders, scopes, flags, fences.

//@ kernel: fetch_add --global 256
//@ holds: atomics 1; writes 4
//@ oracle: host
kernel void fetch_add(global atomic_int* counter, global int* out)
{
    out[get_global_id(0)] = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device);
}

//@ kernel: in_order --global 256
//@ holds: atomics 2
//@ oracle: host
kernel void in_order(global atomic_uint* a)
{
    atomic_fetch_or(a, 1u << (get_global_id(0) & 31));
    atomic_fetch_max_explicit(a + 1, (uint)get_global_id(0), memory_order_acq_rel, memory_scope_work_group);
}

//@ kernel: loads_and_stores --global 256
//@ holds: reads 4; writes 4; atomics 0
// Atomic loads and stores are loads and stores.
//@ oracle: host
kernel void loads_and_stores(global atomic_int* from, global atomic_int* to)
{
    size_t i = get_global_id(0);
    atomic_store_explicit(&to[i], atomic_load_explicit(&from[i], memory_order_acquire, memory_scope_device),
                          memory_order_release, memory_scope_device);
}

//@ kernel: exchange_strong --global 256
//@ holds: atomics 1; writes 4
//@ oracle: host
kernel void exchange_strong(global atomic_int* lock, global int* got)
{
    int expected = 0;
    got[get_global_id(0)] = atomic_compare_exchange_strong_explicit(
        &lock[get_group_id(0)], &expected, 1, memory_order_acquire, memory_order_relaxed, memory_scope_device);
}

//@ kernel: flags --global 256
//@ holds: atomics 1; writes 4..8
//@ oracle: host
kernel void flags(global atomic_flag* f, global int* first)
{
    size_t i = get_global_id(0);
    first[i] = !atomic_flag_test_and_set_explicit(&f[i / 8], memory_order_relaxed, memory_scope_device);
}

//@ kernel: local_atomics --global 1024 --local 64
//@ holds: local atomics 1; atomics 0.015625; barriers 2
//@ oracle: host
kernel void local_atomics(global const int* in, global atomic_int* out)
{
    local atomic_int sum;
    if (get_local_id(0) == 0) atomic_init(&sum, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&sum, in[get_global_id(0)], memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    if (get_local_id(0) == 0) atomic_fetch_add(out, atomic_load(&sum));
}

//@ kernel: fenced --global 256
//@ holds: writes 8
//@ oracle: host
kernel void fenced(global int* data, global atomic_int* ready)
{
    size_t i = get_global_id(0);
    data[i] = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(&ready[i], 1, memory_order_relaxed, memory_scope_device);
}

//@ kernel: ticket --global 64 --local 1
//@ holds: atomics 1; told evaluate.unknown-trip-count
// Work-items wait for their turn: nobody knows how long.
//@ oracle: host
kernel void ticket(global atomic_uint* next, global atomic_uint* serving, global int* sum)
{
    uint own = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
    while (atomic_load_explicit(serving, memory_order_acquire, memory_scope_device) != own)
        ;
    *sum += (int)own;
    atomic_store_explicit(serving, own + 1, memory_order_release, memory_scope_device);
}
