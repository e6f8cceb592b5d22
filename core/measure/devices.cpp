// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/devices.h"

#include "core/measure/opencl.h"

namespace warpstring {

namespace {

DeviceType typeOf(const cl::Device& device) {
    const cl_device_type type = device.getInfo<CL_DEVICE_TYPE>();
    if (type & CL_DEVICE_TYPE_GPU) return DeviceType::Gpu;
    if (type & CL_DEVICE_TYPE_CPU) return DeviceType::Cpu;
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return DeviceType::Accelerator;
    return DeviceType::Other;
}

Diagnostic noPlatform(cl_int error) {
    return {"measure.no-platform",
            Severity::Error,
            {},
            "no OpenCL platform is installed" + (error == CL_SUCCESS ? "" : " (" + errorName(error) + ")"),
            "install an OpenCL driver; pocl-opencl-icd runs kernels on the CPU"};
}

} // namespace

std::string_view name(DeviceType type) {
    switch (type) {
    case DeviceType::Cpu: return "CPU";
    case DeviceType::Gpu: return "GPU";
    case DeviceType::Accelerator: return "accelerator";
    case DeviceType::Other: break;
    }
    return "other";
}

Result<std::vector<cl::Device>> findDevices() {
    std::vector<cl::Platform> platforms;
    const cl_int error = cl::Platform::get(&platforms);
    if (error == CL_PLATFORM_NOT_FOUND_KHR) return noPlatform(CL_SUCCESS);
    if (error != CL_SUCCESS || platforms.empty()) return noPlatform(error);

    std::vector<cl::Device> found;
    for (const cl::Platform& platform : platforms) {
        // A platform without devices reports an error; the others still count.
        std::vector<cl::Device> devices;
        if (platform.getDevices(CL_DEVICE_TYPE_ALL, &devices) == CL_SUCCESS)
            found.insert(found.end(), devices.begin(), devices.end());
    }
    if (found.empty())
        return Diagnostic{"measure.no-device",
                          Severity::Error,
                          {},
                          "no installed OpenCL platform has a device",
                          "check the driver's own tools; pocl-opencl-icd runs kernels on the CPU"};
    return found;
}

Result<std::vector<DeviceChoice>> listDevices() {
    const auto devices = findDevices();
    if (!devices) return devices.diagnostics();
    std::vector<DeviceChoice> choices;
    for (const cl::Device& device : *devices) {
        const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
        choices.push_back({trimmed(platform.getInfo<CL_PLATFORM_NAME>()),
                           trimmed(device.getInfo<CL_DEVICE_NAME>()), typeOf(device)});
    }
    return choices;
}

} // namespace warpstring
