// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/cuda_driver.h"

#include <dlfcn.h>

namespace warpstring::counters {

namespace {

Diagnostic noCuda(std::string message) {
    return {"counters.no-cuda", Severity::Error, {}, std::move(message), "NVIDIA's driver brings libcuda.so.1"};
}

void* openLibrary() {
    for (const char* path :
         {"libcuda.so.1", "libcuda.so", "/usr/local/nvidia/lib64/libcuda.so.1",
          "/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1", "/usr/lib/libcuda.so.1"})
        if (void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL)) return library;
    return nullptr;
}

} // namespace

Result<CudaDriver> CudaDriver::load() {
    void* library = openLibrary();
    if (library == nullptr) return noCuda("libcuda.so.1 cannot be loaded");
    CudaDriver driver;
    std::string missing;
    const auto take = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        if (function == nullptr) missing += std::string(missing.empty() ? "" : ", ") + name;
    };
    // The suffixes are those that cuda.h's macros add: without them the symbols are of CUDA 3.
    take(driver.init, "cuInit");
    take(driver.deviceGet, "cuDeviceGet");
    take(driver.deviceGetName, "cuDeviceGetName");
    take(driver.deviceGetAttribute, "cuDeviceGetAttribute");
    take(driver.primaryContextRetain, "cuDevicePrimaryCtxRetain");
    take(driver.primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
    take(driver.primaryContextReset, "cuDevicePrimaryCtxReset_v2");
    take(driver.contextSetCurrent, "cuCtxSetCurrent");
    take(driver.contextSynchronize, "cuCtxSynchronize");
    take(driver.moduleLoadDataEx, "cuModuleLoadDataEx");
    take(driver.moduleGetFunction, "cuModuleGetFunction");
    take(driver.functionGetAttribute, "cuFuncGetAttribute");
    take(driver.functionSetAttribute, "cuFuncSetAttribute");
    take(driver.memoryAllocate, "cuMemAlloc_v2");
    take(driver.memoryFree, "cuMemFree_v2");
    take(driver.copyToDevice, "cuMemcpyHtoD_v2");
    take(driver.copyToHost, "cuMemcpyDtoH_v2");
    take(driver.copyOnDevice, "cuMemcpyDtoD_v2");
    take(driver.memorySet, "cuMemsetD8_v2");
    take(driver.launchKernel, "cuLaunchKernel");
    take(driver.eventCreate, "cuEventCreate");
    take(driver.eventDestroy, "cuEventDestroy_v2");
    take(driver.eventRecord, "cuEventRecord");
    take(driver.eventSynchronize, "cuEventSynchronize");
    take(driver.eventElapsedTime, "cuEventElapsedTime");
    take(driver.profilerStart, "cuProfilerStart");
    take(driver.profilerStop, "cuProfilerStop");
    take(driver.getErrorString, "cuGetErrorString");
    if (!missing.empty()) return noCuda("libcuda.so.1 lacks " + missing);
    return driver;
}

std::string CudaDriver::errorText(int error) const {
    const char* text = nullptr;
    if (getErrorString == nullptr || getErrorString(error, &text) != 0 || text == nullptr)
        text = "unknown error";
    return std::string(text) + " (CUDA error " + std::to_string(error) + ")";
}

} // namespace warpstring::counters
