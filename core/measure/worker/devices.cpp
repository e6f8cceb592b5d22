// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/devices.h"

#include <map>

#include "core/measure/worker/opencl.h"

namespace warpstring::measure {

namespace {

records::DeviceType typeOf(const cl::Device& device) {
    const cl_device_type type = device.getInfo<CL_DEVICE_TYPE>();
    if (type & CL_DEVICE_TYPE_GPU) return records::DeviceType::Gpu;
    if (type & CL_DEVICE_TYPE_CPU) return records::DeviceType::Cpu;
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return records::DeviceType::Accelerator;
    return records::DeviceType::Other;
}

Diagnostic noPlatform(cl_int error) {
    return {"measure.no-platform",
            Severity::Error,
            {},
            "no OpenCL platform is installed" + (error == CL_SUCCESS ? "" : " (" + errorName(error) + ")"),
            "install an OpenCL driver; pocl-opencl-icd runs kernels on the CPU"};
}

} // namespace

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

Result<std::vector<records::DeviceFacts>> listDevices() {
    const auto devices = findDevices();
    if (!devices) return devices.diagnostics();
    std::vector<records::DeviceFacts> facts;
    for (const cl::Device& device : *devices) facts.push_back(factsOf(device));
    return facts;
}

Result<cl::Context> contextOf(const cl::Device& device) {
    // Never destroyed: a driver may be gone before the statics of this program are.
    static auto& contexts = *new std::map<cl_device_id, cl::Context>;
    const auto found = contexts.find(device());
    if (found != contexts.end()) return found->second;
    cl_int error = CL_SUCCESS;
    cl::Context context(device, nullptr, nullptr, nullptr, &error);
    if (error != CL_SUCCESS)
        return Diagnostic{"measure.run-failed",
                          Severity::Error,
                          {},
                          "making an OpenCL context failed: " + errorName(error),
                          "another device of `warpstring devices` may do"};
    contexts.emplace(device(), context);
    return context;
}

records::DeviceFacts factsOf(const cl::Device& device) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    records::DeviceFacts facts;
    facts.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    facts.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    facts.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    facts.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    facts.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    facts.type = typeOf(device);
    facts.computeUnits = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    facts.clockMhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
    facts.localMemoryBytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    facts.globalMemoryBytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    facts.cacheBytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>();
    facts.mostGroupSize = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    facts.addressBits = device.getInfo<CL_DEVICE_ADDRESS_BITS>();
    return facts;
}

} // namespace warpstring::measure
