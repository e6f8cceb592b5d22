// What only later versions have, in programs that do not say so.
#if __OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_work_group_collective_functions)
#error no collective functions
#endif

//@ kernel: mixed_orders --global 256 --local 64
//@ holds: atomics 1; barriers 2
//@ oracle: host
kernel void mixed_orders(global const int* in, global atomic_int* total)
{
    int s = work_group_reduce_add(in[get_global_id(0)]);
    if (get_local_linear_id() == 0) atomic_fetch_add_explicit(total, s, memory_order_relaxed);
    else atomic_fetch_sub_explicit(total, 0, memory_order_relaxed);
}

typedef struct { int* data; int size; } span;
static int sum(span s)
{
    int r = 0;
    for (int k = 0; k < s.size; ++k) r += s.data[k];
    return r;
}

//@ kernel: spans --global 256
//@ holds: reads 16; writes 4
//@ oracle: host
kernel void spans(global int* in, global int* out)
{
    span s = {in + 4 * get_global_id(0), 4};
    out[get_global_id(0)] = sum(s);
}

//@ kernel: program_scope_atomic --global 256
//@ holds: atomics 1; writes 4
//@ oracle: host
global atomic_int tickets = ATOMIC_VAR_INIT(0);
kernel void program_scope_atomic(global int* order)
{
    order[get_global_id(0)] = atomic_fetch_add(&tickets, 1);
}

//@ kernel: float_atomics --global 256
//@ holds: atomics 1
//@ oracle: host
kernel void float_atomics(global atomic_float* sum, global const float* in)
{
    atomic_exchange(sum, in[get_global_id(0)]);
}

//@ kernel: nosvm --global 256
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void nosvm(global int* a)
{
    __attribute__((opencl_unroll_hint)) for (int k = 0; k < 1; ++k) a[get_global_id(0)] += k + 1;
}

//@ kernel: intptr_generic --global 256
//@ holds: writes 4
//@ oracle: host
kernel void intptr_generic(global int* out)
{
    int own = 3;
    int* p = &own;
    *p += 4;
    out[get_global_id(0)] = *p;
}
