// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/opencl.h"

namespace warpstring::measure {

std::string errorName(cl_int error) {
#define WARPSTRING_CASE(code)                                                                                  \
    case code: return #code
    switch (error) {
        WARPSTRING_CASE(CL_SUCCESS);
        WARPSTRING_CASE(CL_DEVICE_NOT_FOUND);
        WARPSTRING_CASE(CL_DEVICE_NOT_AVAILABLE);
        WARPSTRING_CASE(CL_COMPILER_NOT_AVAILABLE);
        WARPSTRING_CASE(CL_MEM_OBJECT_ALLOCATION_FAILURE);
        WARPSTRING_CASE(CL_OUT_OF_RESOURCES);
        WARPSTRING_CASE(CL_OUT_OF_HOST_MEMORY);
        WARPSTRING_CASE(CL_PROFILING_INFO_NOT_AVAILABLE);
        WARPSTRING_CASE(CL_BUILD_PROGRAM_FAILURE);
        WARPSTRING_CASE(CL_MISALIGNED_SUB_BUFFER_OFFSET);
        WARPSTRING_CASE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        WARPSTRING_CASE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
        WARPSTRING_CASE(CL_INVALID_VALUE);
        WARPSTRING_CASE(CL_INVALID_PLATFORM);
        WARPSTRING_CASE(CL_INVALID_DEVICE);
        WARPSTRING_CASE(CL_INVALID_CONTEXT);
        WARPSTRING_CASE(CL_INVALID_COMMAND_QUEUE);
        WARPSTRING_CASE(CL_INVALID_MEM_OBJECT);
        WARPSTRING_CASE(CL_INVALID_BUILD_OPTIONS);
        WARPSTRING_CASE(CL_INVALID_PROGRAM);
        WARPSTRING_CASE(CL_INVALID_PROGRAM_EXECUTABLE);
        WARPSTRING_CASE(CL_INVALID_KERNEL_NAME);
        WARPSTRING_CASE(CL_INVALID_KERNEL_DEFINITION);
        WARPSTRING_CASE(CL_INVALID_KERNEL);
        WARPSTRING_CASE(CL_INVALID_ARG_INDEX);
        WARPSTRING_CASE(CL_INVALID_ARG_VALUE);
        WARPSTRING_CASE(CL_INVALID_ARG_SIZE);
        WARPSTRING_CASE(CL_INVALID_KERNEL_ARGS);
        WARPSTRING_CASE(CL_INVALID_WORK_DIMENSION);
        WARPSTRING_CASE(CL_INVALID_WORK_GROUP_SIZE);
        WARPSTRING_CASE(CL_INVALID_WORK_ITEM_SIZE);
        WARPSTRING_CASE(CL_INVALID_GLOBAL_OFFSET);
        WARPSTRING_CASE(CL_INVALID_EVENT_WAIT_LIST);
        WARPSTRING_CASE(CL_INVALID_EVENT);
        WARPSTRING_CASE(CL_INVALID_OPERATION);
        WARPSTRING_CASE(CL_INVALID_BUFFER_SIZE);
        WARPSTRING_CASE(CL_INVALID_GLOBAL_WORK_SIZE);
        WARPSTRING_CASE(CL_INVALID_PROPERTY);
    default: return "OpenCL error " + std::to_string(error);
    }
#undef WARPSTRING_CASE
}

std::string trimmed(std::string text) {
    const auto isPadding = [](char c) { return c == '\0' || c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
    while (!text.empty() && isPadding(text.back())) text.pop_back();
    std::size_t start = 0;
    while (start < text.size() && isPadding(text[start])) ++start;
    return text.substr(start);
}

} // namespace warpstring::measure
