// SPDX-License-Identifier: GPL-3.0-or-later
// An OpenCL driver that computes nothing and misbehaves as it is told. WARPSTRING_STUB_FAULT names the fault:
//   no-device          the platform has no device
//   hang-listing       listing the devices does not return
//   buffer-memory      clCreateBuffer is out of memory
//   write-memory       so is clEnqueueWriteBuffer
//   no-profiling       events do not tell their times
// and, when a kernel called "faulty" is run:
//   hang               the call does not return, nor does SIGTERM end the process
//   crash              the process aborts
//   chatter            a megabyte goes to standard output and to standard error first
//   group-size         the group size is refused
//   lost               the device is not available, and not listed any more
// "probe-crash" makes it an NVIDIA device by its vendor, and aborts the process when the probe is run.
// WARPSTRING_STUB_FILE is a file that a hang writes its process ID to and that remembers a lost device.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

/// The loader finds a driver's functions through the first member of every object.
struct StubObject {
    explicit StubObject(const cl_icd_dispatch* table) : dispatch(table) {}
    const cl_icd_dispatch* dispatch;
    unsigned references = 1;
};

struct _cl_platform_id : StubObject {
    using StubObject::StubObject;
};
struct _cl_device_id : StubObject {
    using StubObject::StubObject;
};
struct _cl_context : StubObject {
    using StubObject::StubObject;
};
struct _cl_command_queue : StubObject {
    using StubObject::StubObject;
};
struct _cl_event : StubObject {
    using StubObject::StubObject;
};
struct _cl_program : StubObject {
    using StubObject::StubObject;
};
struct _cl_kernel : StubObject {
    _cl_kernel(const cl_icd_dispatch* table, std::string kernel) : StubObject(table), name(std::move(kernel)) {}
    std::string name;
};
struct _cl_mem : StubObject {
    _cl_mem(const cl_icd_dispatch* table, std::size_t size) : StubObject(table), bytes(size) {}
    std::vector<std::byte> bytes;
};

namespace stub {

[[nodiscard]] bool isFault(const char* name);
/// The functions that do something, for the table.
void addWork(cl_icd_dispatch& table);
/// Those that answer questions about objects.
void addQueries(cl_icd_dispatch& table);
[[nodiscard]] const cl_icd_dispatch* dispatchTable();
[[nodiscard]] cl_platform_id platform();
/// Whether a kernel lost the device, in this process or one before.
[[nodiscard]] bool isLost();
void writeStateFile();

/// Hands `value` out as OpenCL's query functions do.
inline cl_int give(const void* value, std::size_t bytes, std::size_t room, void* place, std::size_t* needed) {
    if (needed != nullptr) *needed = bytes;
    if (place == nullptr) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    std::memcpy(place, value, bytes);
    return CL_SUCCESS;
}

template <class Value>
    requires std::is_trivially_copyable_v<Value>
cl_int give(const Value& value, std::size_t room, void* place, std::size_t* needed) {
    return give(&value, sizeof value, room, place, needed);
}

inline cl_int give(const std::string& text, std::size_t room, void* place, std::size_t* needed) {
    return give(text.c_str(), text.size() + 1, room, place, needed);
}

} // namespace stub
