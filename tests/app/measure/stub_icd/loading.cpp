// SPDX-License-Identifier: GPL-3.0-or-later
// What the OpenCL loader asks a driver for.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/app/measure/stub_icd/stub.h"

namespace stub {

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

cl_int CL_API_CALL platformIds(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
    if (count != nullptr) *count = 1;
    if (platforms != nullptr && room > 0) platforms[0] = platform();
    return CL_SUCCESS;
}

} // namespace

bool isFault(const char* name) {
    static const std::string chosen = variable("WARPSTRING_STUB_FAULT");
    return chosen == name;
}

bool isLost() { return isFault("lost") && ::access(variable("WARPSTRING_STUB_FILE").c_str(), F_OK) == 0; }

void writeStateFile() {
    // Whoever sees the file may end this process at once: it appears with its text.
    const std::string file = variable("WARPSTRING_STUB_FILE");
    std::ofstream(file + ".new") << ::getpid() << "\n";
    std::rename((file + ".new").c_str(), file.c_str());
}

const cl_icd_dispatch* dispatchTable() {
    static const cl_icd_dispatch table = [] {
        cl_icd_dispatch made{};
        addQueries(made);
        addWork(made);
        return made;
    }();
    return &table;
}

cl_platform_id platform() {
    static _cl_platform_id only(dispatchTable());
    return &only;
}

} // namespace stub

extern "C" {

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room,
                                                                                 cl_platform_id* platforms,
                                                                                 cl_uint* count) {
    return stub::platformIds(room, platforms, count);
}

__attribute__((visibility("default"))) void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
    if (std::string(name) != "clIcdGetPlatformIDsKHR") return nullptr;
    return reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                            cl_platform_info what, size_t room,
                                                                            void* place, size_t* needed) {
    return stub::dispatchTable()->clGetPlatformInfo(platform, what, room, place, needed);
}
}
