// SPDX-License-Identifier: GPL-3.0-or-later
// What the stub tells about itself. Every kernel has one parameter, "__global float* data".
#include <array>
#include <cstdint>

#include "tests/app/measure/stub_icd/stub.h"

namespace stub {

namespace {

cl_int CL_API_CALL platformInfo(cl_platform_id, cl_platform_info what, size_t room, void* place,
                                size_t* needed) {
    switch (what) {
    case CL_PLATFORM_EXTENSIONS: return give(std::string("cl_khr_icd"), room, place, needed);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return give(std::string("STUB"), room, place, needed);
    case CL_PLATFORM_VERSION: return give(std::string("OpenCL 1.2 stub"), room, place, needed);
    case CL_PLATFORM_PROFILE: return give(std::string("FULL_PROFILE"), room, place, needed);
    case CL_PLATFORM_NAME: return give(std::string("Stub platform"), room, place, needed);
    case CL_PLATFORM_VENDOR: return give(std::string("Stub makers"), room, place, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL deviceInfo(cl_device_id, cl_device_info what, size_t room, void* place, size_t* needed) {
    switch (what) {
    case CL_DEVICE_PLATFORM: return give(platform(), room, place, needed);
    case CL_DEVICE_TYPE: return give(cl_device_type{CL_DEVICE_TYPE_GPU}, room, place, needed);
    case CL_DEVICE_NAME: return give(std::string("Stub device"), room, place, needed);
    case CL_DEVICE_VENDOR:
        return give(std::string(isFault("probe-crash") ? "NVIDIA Corporation" : "Stub makers"), room, place,
                    needed);
    case CL_DEVICE_VERSION: return give(std::string("OpenCL 1.2 stub"), room, place, needed);
    case CL_DRIVER_VERSION: return give(std::string("7"), room, place, needed);
    case CL_DEVICE_EXTENSIONS: return give(std::string(), room, place, needed);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return give(cl_uint{3}, room, place, needed);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return give(cl_uint{1000}, room, place, needed);
    case CL_DEVICE_ADDRESS_BITS: return give(cl_uint{64}, room, place, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE: return give(cl_ulong{32768}, room, place, needed);
    case CL_DEVICE_GLOBAL_MEM_SIZE: return give(cl_ulong{1} << 30U, room, place, needed);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return give(cl_ulong{1} << 20U, room, place, needed);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return give(cl_ulong{1} << 30U, room, place, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return give(size_t{1024}, room, place, needed);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return give(std::array<size_t, 3>{1024, 1024, 64}, room, place, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL buildInfo(cl_program, cl_device_id, cl_program_build_info what, size_t room, void* place,
                             size_t* needed) {
    if (what != CL_PROGRAM_BUILD_LOG) return CL_INVALID_VALUE;
    return give(std::string("the stub builds anything"), room, place, needed);
}

cl_int CL_API_CALL kernelInfo(cl_kernel, cl_kernel_info what, size_t room, void* place, size_t* needed) {
    return what == CL_KERNEL_NUM_ARGS ? give(cl_uint{1}, room, place, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL argumentInfo(cl_kernel, cl_uint, cl_kernel_arg_info what, size_t room, void* place,
                                size_t* needed) {
    switch (what) {
    case CL_KERNEL_ARG_NAME: return give(std::string("data"), room, place, needed);
    case CL_KERNEL_ARG_TYPE_NAME: return give(std::string("float*"), room, place, needed);
    case CL_KERNEL_ARG_TYPE_QUALIFIER: return give(cl_kernel_arg_type_qualifier{0}, room, place, needed);
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return give(cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL}, room, place, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL groupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info what, size_t room, void* place,
                             size_t* needed) {
    switch (what) {
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE: return give(cl_ulong{0}, room, place, needed);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: return give(std::array<size_t, 3>{}, room, place, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL eventInfo(cl_event, cl_event_info what, size_t room, void* place, size_t* needed) {
    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) return CL_INVALID_VALUE;
    return give(cl_int{CL_COMPLETE}, room, place, needed);
}

/// Everything takes four milliseconds.
cl_int CL_API_CALL profilingInfo(cl_event, cl_profiling_info what, size_t room, void* place, size_t* needed) {
    if (isFault("no-profiling")) return CL_PROFILING_INFO_NOT_AVAILABLE;
    return give(cl_ulong{what == CL_PROFILING_COMMAND_END ? 5'000'000U : 1'000'000U}, room, place, needed);
}

} // namespace

void addQueries(cl_icd_dispatch& table) {
    table.clGetPlatformInfo = platformInfo;
    table.clGetDeviceInfo = deviceInfo;
    table.clGetProgramBuildInfo = buildInfo;
    table.clGetKernelInfo = kernelInfo;
    table.clGetKernelArgInfo = argumentInfo;
    table.clGetKernelWorkGroupInfo = groupInfo;
    table.clGetEventInfo = eventInfo;
    table.clGetEventProfilingInfo = profilingInfo;
}

} // namespace stub
