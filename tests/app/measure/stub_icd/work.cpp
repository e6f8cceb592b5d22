// SPDX-License-Identifier: GPL-3.0-or-later
// What the stub does: it makes objects, moves bytes, and runs kernels that leave everything as it is.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "tests/app/measure/stub_icd/stub.h"

namespace stub {

namespace {

template <class Object>
cl_int CL_API_CALL retain(Object object) {
    ++object->references;
    return CL_SUCCESS;
}

template <class Object>
cl_int CL_API_CALL release(Object object) {
    if (--object->references == 0) delete object;
    return CL_SUCCESS;
}

void setError(cl_int* place, cl_int error) {
    if (place != nullptr) *place = error;
}

cl_int finishedEvent(cl_event* event) {
    if (event != nullptr) *event = new _cl_event(dispatchTable());
    return CL_SUCCESS;
}

[[noreturn]] void hang() {
    std::signal(SIGTERM, SIG_IGN);
    writeStateFile();
    for (;;) ::pause();
}

cl_int CL_API_CALL deviceIds(cl_platform_id, cl_device_type, cl_uint room, cl_device_id* devices,
                             cl_uint* count) {
    static _cl_device_id device(dispatchTable());
    if (isFault("hang-listing")) hang();
    if (isFault("no-device") || isLost()) return CL_DEVICE_NOT_FOUND;
    if (count != nullptr) *count = 1;
    if (devices != nullptr && room > 0) devices[0] = &device;
    return CL_SUCCESS;
}

cl_int CL_API_CALL sameDevice(cl_device_id) { return CL_SUCCESS; }

cl_context CL_API_CALL createContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                                     void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                                     cl_int* error) {
    setError(error, CL_SUCCESS);
    return new _cl_context(dispatchTable());
}

cl_command_queue CL_API_CALL createQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int* error) {
    setError(error, CL_SUCCESS);
    return new _cl_command_queue(dispatchTable());
}

cl_mem CL_API_CALL createBuffer(cl_context, cl_mem_flags, size_t bytes, void*, cl_int* error) {
    if (isFault("buffer-memory")) {
        setError(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        return nullptr;
    }
    setError(error, CL_SUCCESS);
    return new _cl_mem(dispatchTable(), bytes);
}

cl_program CL_API_CALL createProgram(cl_context, cl_uint, const char**, const size_t*, cl_int* error) {
    setError(error, CL_SUCCESS);
    return new _cl_program(dispatchTable());
}

cl_int CL_API_CALL build(cl_program, cl_uint, const cl_device_id*, const char*,
                         void(CL_CALLBACK*)(cl_program, void*), void*) {
    return CL_SUCCESS;
}

cl_kernel CL_API_CALL createKernel(cl_program, const char* name, cl_int* error) {
    setError(error, CL_SUCCESS);
    return new _cl_kernel(dispatchTable(), name);
}

cl_int CL_API_CALL setArgument(cl_kernel, cl_uint, size_t, const void*) { return CL_SUCCESS; }

cl_int CL_API_CALL write(cl_command_queue, cl_mem buffer, cl_bool, size_t offset, size_t bytes,
                         const void* from, cl_uint, const cl_event*, cl_event* event) {
    if (isFault("write-memory")) return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    std::memcpy(buffer->bytes.data() + offset, from, bytes);
    return finishedEvent(event);
}

cl_int CL_API_CALL read(cl_command_queue, cl_mem buffer, cl_bool, size_t offset, size_t bytes, void* to,
                        cl_uint, const cl_event*, cl_event* event) {
    std::memcpy(to, buffer->bytes.data() + offset, bytes);
    return finishedEvent(event);
}

cl_int CL_API_CALL copy(cl_command_queue, cl_mem from, cl_mem to, size_t fromOffset, size_t toOffset,
                        size_t bytes, cl_uint, const cl_event*, cl_event* event) {
    std::memcpy(to->bytes.data() + toOffset, from->bytes.data() + fromOffset, bytes);
    return finishedEvent(event);
}

cl_int CL_API_CALL finish(cl_command_queue) { return CL_SUCCESS; }

void chatter() {
    const std::string line = std::string(99, '.') + '\n';
    for (int i = 0; i < 10'000; ++i)
        for (std::FILE* file : {stdout, stderr}) std::fputs(line.c_str(), file);
    std::fputs("the last words\n", stderr);
    std::fflush(stdout);
}

void* CL_API_CALL map(cl_command_queue, cl_mem buffer, cl_bool, cl_map_flags, size_t offset, size_t, cl_uint,
                      const cl_event*, cl_event* event, cl_int* error) {
    if (error != nullptr) *error = finishedEvent(event);
    return buffer->bytes.data() + offset;
}

cl_int CL_API_CALL unmap(cl_command_queue, cl_mem, void*, cl_uint, const cl_event*, cl_event* event) {
    return finishedEvent(event);
}

cl_int CL_API_CALL runKernel(cl_command_queue, cl_kernel kernel, cl_uint, const size_t*, const size_t*,
                             const size_t*, cl_uint, const cl_event*, cl_event* event) {
    if (isFault("probe-crash") && kernel->name == "warpstring_probe") std::abort();
    if (kernel->name == "faulty") {
        if (isFault("hang")) hang();
        if (isFault("crash")) {
            std::fputs("stub: about to abort \xff\n", stderr);
            std::abort();
        }
        if (isFault("chatter")) chatter();
        if (isFault("group-size")) return CL_INVALID_WORK_GROUP_SIZE;
        if (isFault("lost")) {
            writeStateFile();
            return CL_DEVICE_NOT_AVAILABLE;
        }
    }
    return finishedEvent(event);
}

} // namespace

void addWork(cl_icd_dispatch& table) {
    table.clGetDeviceIDs = deviceIds;
    table.clRetainDevice = sameDevice;
    table.clReleaseDevice = sameDevice;
    table.clCreateContext = createContext;
    table.clRetainContext = retain<cl_context>;
    table.clReleaseContext = release<cl_context>;
    table.clCreateCommandQueue = createQueue;
    table.clRetainCommandQueue = retain<cl_command_queue>;
    table.clReleaseCommandQueue = release<cl_command_queue>;
    table.clCreateBuffer = createBuffer;
    table.clRetainMemObject = retain<cl_mem>;
    table.clReleaseMemObject = release<cl_mem>;
    table.clCreateProgramWithSource = createProgram;
    table.clRetainProgram = retain<cl_program>;
    table.clReleaseProgram = release<cl_program>;
    table.clBuildProgram = build;
    table.clCreateKernel = createKernel;
    table.clRetainKernel = retain<cl_kernel>;
    table.clReleaseKernel = release<cl_kernel>;
    table.clSetKernelArg = setArgument;
    table.clRetainEvent = retain<cl_event>;
    table.clReleaseEvent = release<cl_event>;
    table.clEnqueueWriteBuffer = write;
    table.clEnqueueReadBuffer = read;
    table.clEnqueueCopyBuffer = copy;
    table.clEnqueueMapBuffer = map;
    table.clEnqueueUnmapMemObject = unmap;
    table.clEnqueueNDRangeKernel = runKernel;
    table.clFinish = finish;
}

} // namespace stub
