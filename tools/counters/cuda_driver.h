// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA driver's functions that launching a kernel takes. Declared by hand and loaded at run time, so that
// neither CUDA's headers nor its libraries are needed to build. Names and types are those of cuda.h.
#pragma once

#include <cstddef>
#include <string>

#include "core/result.h"

namespace warpstring::counters {

using CuDevice = int;
using CuContext = void*;
using CuModule = void*;
using CuFunction = void*;
using CuStream = void*;
using CuEvent = void*;
using CuDevicePointer = unsigned long long;

/// Values of CUfunction_attribute and CUdevice_attribute.
enum : int {
    functionSharedBytes = 1,
    functionLocalBytes = 3,
    functionRegisters = 4,
    functionMaxDynamicSharedBytes = 8,
    deviceCapabilityMajor = 75,
    deviceCapabilityMinor = 76
};

/// Every function answers a CUresult: 0 is success.
struct CudaDriver {
    template <class... Arguments>
    using Call = int (*)(Arguments...);

    Call<unsigned> init = nullptr;
    Call<CuDevice*, int> deviceGet = nullptr;
    Call<char*, int, CuDevice> deviceGetName = nullptr;
    Call<int*, int, CuDevice> deviceGetAttribute = nullptr;
    Call<CuContext*, CuDevice> primaryContextRetain = nullptr;
    Call<CuDevice> primaryContextRelease = nullptr;
    Call<CuDevice> primaryContextReset = nullptr;
    Call<CuContext> contextSetCurrent = nullptr;
    Call<> contextSynchronize = nullptr;
    Call<CuModule*, const void*, unsigned, int*, void**> moduleLoadDataEx = nullptr;
    Call<CuFunction*, CuModule, const char*> moduleGetFunction = nullptr;
    Call<int*, int, CuFunction> functionGetAttribute = nullptr;
    Call<CuFunction, int, int> functionSetAttribute = nullptr;
    Call<CuDevicePointer*, std::size_t> memoryAllocate = nullptr;
    Call<CuDevicePointer> memoryFree = nullptr;
    Call<CuDevicePointer, const void*, std::size_t> copyToDevice = nullptr;
    Call<void*, CuDevicePointer, std::size_t> copyToHost = nullptr;
    Call<CuDevicePointer, CuDevicePointer, std::size_t> copyOnDevice = nullptr;
    Call<CuDevicePointer, unsigned char, std::size_t> memorySet = nullptr;
    Call<CuFunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CuStream, void**,
         void**>
        launchKernel = nullptr;
    Call<CuEvent*, unsigned> eventCreate = nullptr;
    Call<CuEvent> eventDestroy = nullptr;
    Call<CuEvent, CuStream> eventRecord = nullptr;
    Call<CuEvent> eventSynchronize = nullptr;
    Call<float*, CuEvent, CuEvent> eventElapsedTime = nullptr;
    Call<> profilerStart = nullptr;
    Call<> profilerStop = nullptr;
    Call<int, const char**> getErrorString = nullptr;

    /// Fails with counters.no-cuda. The library stays loaded.
    [[nodiscard]] static Result<CudaDriver> load();

    /// "an illegal memory access was encountered (CUDA error 700)"
    [[nodiscard]] std::string errorText(int error) const;
};

} // namespace warpstring::counters
