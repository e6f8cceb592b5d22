// Asks for each optional feature of OpenCL C 3.0 by its macro, as portable programs do.
#if __OPENCL_C_VERSION__ < 200
#error a version that has no features
#endif

//@ kernel: has_all_features --global 256
//@ options: -cl-std=CL3.0
//@ holds: writes 4
//@ oracle: host
kernel void has_all_features(global int* out)
{
    int missing = 0;
#ifndef __opencl_c_3d_image_writes
    ++missing;
#error 3d_image_writes
#endif
#if !defined(__opencl_c_atomic_order_acq_rel) || !defined(__opencl_c_atomic_order_seq_cst)
#error atomic_order
#endif
#if !defined(__opencl_c_atomic_scope_device) || !defined(__opencl_c_atomic_scope_all_devices)
#error atomic_scope
#endif
#if !defined(__opencl_c_device_enqueue) || !defined(__opencl_c_pipes)
#error device_enqueue or pipes
#endif
#if !defined(__opencl_c_fp64) || !defined(__opencl_c_int64) || !defined(__opencl_c_images)
#error fp64, int64 or images
#endif
#if !defined(__opencl_c_generic_address_space) || !defined(__opencl_c_program_scope_global_variables)
#error generic_address_space or program_scope_global_variables
#endif
#if !defined(__opencl_c_read_write_images) || !defined(__opencl_c_subgroups)
#error read_write_images or subgroups
#endif
#ifndef __opencl_c_work_group_collective_functions
#error work_group_collective_functions
#endif
    out[get_global_id(0)] = missing;
}
