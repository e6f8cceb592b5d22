// Kernels that start kernels are refused; blocks that are called where they stand are not.

//@ kernel: starts_others --global 64
//@ holds: refused frontend.device-enqueue
//@ oracle: host
kernel void starts_others(global int* a)
{
    queue_t q = get_default_queue();
    ndrange_t r = ndrange_1D(64);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, ^{ a[get_global_id(0)] = 1; });
}

//@ kernel: own_block --global 64
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void own_block(global int* a)
{
    int (^twice)(int) = ^(int v) { return 2 * v; };
    a[get_global_id(0)] = twice(a[get_global_id(0)]);
}
