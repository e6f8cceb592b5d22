// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/prepared_launch.h"

#include "core/measure/worker/kernel_parameters.h"
#include "core/measure/worker/scalar_bytes.h"

namespace warpstring::measure {

namespace {

SourceLocation launchPlace(const Launch& launch) { return {launch.file.string(), 0, 0}; }

Diagnostic launchFailure(const Launch& launch, std::string code, std::string message, std::string hint) {
    return {std::move(code), Severity::Error, launchPlace(launch), std::move(message), std::move(hint)};
}

Diagnostic stepFailure(const Launch& launch, const std::string& step, cl_int error) {
    return launchFailure(launch, "measure.run-failed", step + " failed: " + errorName(error),
                         "another device of `warpstring devices` may do");
}

Result<cl::Device> deviceAt(const Launch& launch, std::size_t index) {
    auto devices = findDevices();
    if (!devices) return devices.diagnostics();
    if (index >= devices->size())
        return launchFailure(launch, "measure.device-index", "there is no device " + std::to_string(index),
                             "devices are 0 to " + std::to_string(devices->size() - 1));
    return (*devices)[index];
}

/// Before any argument is set: OpenCL then counts the kernel's own variables only. What it reports after that
/// should contain the local arguments, but PoCL leaves them out, and aborts the process on too many.
Diagnostics checkLocalMemory(const Launch& launch, const PreparedLaunch& prepared) {
    const auto most = prepared.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    cl_ulong needed = prepared.built.kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(prepared.device);
    bool fits = needed <= most;
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* local = std::get_if<LocalArgument>(&argument);
        if (!local) continue;
        fits = fits && local->bytes <= most - needed;
        needed += local->bytes;
    }
    if (fits) return {};
    return {launchFailure(launch, "measure.local-memory-refused",
                          "a group needs " + std::to_string(needed) +
                              " bytes of local memory, the device has " + std::to_string(most),
                          "use smaller groups or tiles")};
}

/// What the device or the kernel's attributes rule out; a kernel that needs too many registers for its group
/// size is refused when it is enqueued.
Diagnostics checkGroup(const Launch& launch, const PreparedLaunch& prepared) {
    Diagnostics faults;
    const auto refuse = [&](const std::string& message, const std::string& hint) {
        faults.push_back(launchFailure(launch, "measure.group-size-refused", message, hint));
    };
    // Not CL_KERNEL_WORK_GROUP_SIZE: NVIDIA's driver answers 256 for kernels that it then runs in groups of
    // 1024.
    const auto most = prepared.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    if (launch.range.groupSize() > most)
        refuse("a group of " + std::to_string(launch.range.groupSize()) +
                   " work-items is more than the device's " + std::to_string(most),
               "use a smaller local size");

    const auto sizes = prepared.device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    const auto required =
        prepared.built.kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(prepared.device);
    for (std::size_t d = 0; d < 3; ++d) {
        const std::uint64_t size = launch.range.local[d];
        if (d < sizes.size() && size > sizes[d])
            refuse("the local size " + std::to_string(size) + " in dimension " + std::to_string(d) +
                       " is more than the device's " + std::to_string(sizes[d]),
                   "use a smaller local size");
        if (required[0] != 0 && size != required[d])
            refuse("the kernel requires the local size " + std::to_string(required[d]) + " in dimension " +
                       std::to_string(d) + ", not " + std::to_string(size),
                   "follow the kernel's reqd_work_group_size");
    }

    return faults;
}

/// They live as long as the launch: OpenCL need not keep those that are arguments.
Diagnostics makeSamplers(const Launch& launch, PreparedLaunch& prepared) {
    constexpr std::array<cl_addressing_mode, addressingCount> addressings{
        CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
        CL_ADDRESS_MIRRORED_REPEAT};
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* sampler = std::get_if<SamplerArgument>(&argument);
        if (sampler == nullptr) continue;
        cl_int error = CL_SUCCESS;
        prepared.samplers.emplace(
            parameter,
            cl::Sampler(prepared.context, sampler->normalized ? CL_TRUE : CL_FALSE,
                        addressings[static_cast<std::size_t>(sampler->addressing)],
                        sampler->filter == Filter::Linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error));
        if (error != CL_SUCCESS)
            return {
                launchFailure(launch, "measure.image-refused",
                              "the device does not make the sampler \"" + parameter + "\": " + errorName(error),
                              "some devices have no images")};
    }
    return {};
}

cl::NDRange sizes(int dimensions, const std::array<std::uint64_t, 3>& values) {
    if (dimensions == 1) return cl::NDRange(values[0]);
    if (dimensions == 2) return cl::NDRange(values[0], values[1]);
    return cl::NDRange(values[0], values[1], values[2]);
}

} // namespace

Result<DeviceQueue> openQueue(const Launch& launch, std::size_t deviceIndex) {
    const auto device = deviceAt(launch, deviceIndex);
    if (!device) return device.diagnostics();
    auto context = contextOf(*device);
    if (!context) return context.diagnostics();
    DeviceQueue opened{*device, std::move(*context), {}};
    cl_int error = CL_SUCCESS;
    opened.queue = cl::CommandQueue(opened.context, opened.device, CL_QUEUE_PROFILING_ENABLE, &error);
    if (error != CL_SUCCESS) return stepFailure(launch, "making an OpenCL command queue", error);
    return opened;
}

Result<PreparedLaunch> prepareLaunch(const records::ResolvedLaunch& resolved, std::size_t deviceIndex,
                                     int transferRuns) {
    const auto queue = openQueue(resolved.launch, deviceIndex);
    if (!queue) return queue.diagnostics();
    return prepareLaunch(resolved, *queue, {}, transferRuns);
}

Result<PreparedLaunch> prepareLaunch(const records::ResolvedLaunch& resolved, const DeviceQueue& queue,
                                     const DeviceBuffers& given, int transferRuns) {
    const Launch& launch = resolved.launch;
    if (Diagnostics faults = validate(launch.range, launchPlace(launch)); hasErrors(faults)) return faults;

    PreparedLaunch prepared;
    prepared.device = queue.device;
    prepared.context = queue.context;
    prepared.queue = queue.queue;
    auto built = buildKernel(launch, resolved.sourceText, launch.kernel, prepared.context, prepared.device);
    if (!built) return built.diagnostics();
    prepared.built = std::move(*built);
    spellOut(resolved.parameterTypes, prepared.built.parameters);
    auto arguments = orderArguments(launch, prepared.built.parameters, resolved.structBytes);
    if (!arguments) return arguments.diagnostics();
    prepared.arguments = std::move(*arguments);
    if (Diagnostics faults = checkLocalMemory(launch, prepared); !faults.empty()) return faults;
    if (Diagnostics faults = checkGroup(launch, prepared); !faults.empty()) return faults;

    if (Diagnostics faults = makeSamplers(launch, prepared); !faults.empty()) return faults;

    auto buffers = makeBuffers(launch, prepared.built.parameters, prepared.context, prepared.device,
                               prepared.queue, transferRuns, prepared.transfers, given);
    if (!buffers) return buffers.diagnostics();
    prepared.buffers = std::move(*buffers);
    if (Diagnostics faults = setArguments(launch, prepared, prepared.built.kernel); !faults.empty())
        return faults;
    return prepared;
}

Diagnostics setArguments(const Launch& launch, const PreparedLaunch& prepared, cl::Kernel& kernel) {
    for (cl_uint i = 0; i < prepared.arguments.size(); ++i) {
        const std::string& parameter = prepared.built.parameters[i].name;
        const Argument& argument = prepared.arguments[i];
        cl_int error = CL_SUCCESS;
        if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
            const auto encoded = scalarBytes(*scalar, parameter, launchPlace(launch));
            if (!encoded) return encoded.diagnostics();
            error = kernel.setArg(i, encoded->size(), encoded->data());
        } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
            error = kernel.setArg(i, static_cast<std::size_t>(local->bytes), nullptr);
        } else if (const auto* structure = std::get_if<StructArgument>(&argument)) {
            error = kernel.setArg(i, structure->bytes.size(), structure->bytes.data());
        } else if (std::holds_alternative<SamplerArgument>(argument)) {
            error = kernel.setArg(i, prepared.samplers.at(parameter));
        } else {
            error = kernel.setArg(i, prepared.buffers.at(parameter).handle);
        }
        if (error != CL_SUCCESS)
            return {
                launchFailure(launch, "measure.argument-mismatch",
                              "the device refuses the argument for \"" + parameter + "\": " + errorName(error),
                              "compare it with the kernel's parameter")};
    }
    return {};
}

cl_int enqueue(const PreparedLaunch& prepared, const cl::Kernel& kernel, const NDRange& range,
               cl::Event* event) {
    return prepared.queue.enqueueNDRangeKernel(kernel, cl::NullRange, sizes(range.dimensions, range.global),
                                               sizes(range.dimensions, range.local), nullptr, event);
}

Diagnostic runFailure(const Launch& launch, cl_int error) {
    switch (error) {
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
        return launchFailure(launch, "measure.group-size-refused",
                             "the device refuses the local size: " + errorName(error),
                             "use a smaller local size");
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
        return launchFailure(launch, "measure.allocation-failed",
                             "there is not enough memory to run the kernel: " + errorName(error),
                             "reduce the counts of its buffers");
    case CL_DEVICE_NOT_AVAILABLE:
        return launchFailure(launch, "measure.device-lost", "the device went away: " + errorName(error),
                             "look at the driver's log; records already taken are kept");
    default:
        return launchFailure(launch, "measure.run-failed",
                             "running kernel \"" + launch.kernel + "\" failed: " + errorName(error),
                             "look for accesses outside its buffers");
    }
}

} // namespace warpstring::measure
