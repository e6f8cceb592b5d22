// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/prepared_launch.h"

#include <fstream>
#include <sstream>

#include "core/buffer_data.h"
#include "core/measure/build_log.h"
#include "core/measure/kernel_parameters.h"
#include "core/measure/scalar_bytes.h"

namespace warpstring {

namespace {

SourceLocation launchPlace(const Launch& launch) { return {launch.file.string(), 0, 0}; }

Diagnostic failure(const Launch& launch, std::string code, std::string message, std::string hint) {
    return {std::move(code), Severity::Error, launchPlace(launch), std::move(message), std::move(hint)};
}

Diagnostic runFailure(const Launch& launch, const std::string& step, cl_int error) {
    return failure(launch, "measure.run-failed", step + " failed: " + errorName(error),
                   "another device of `warpstring devices` may do");
}

Result<cl::Device> deviceAt(const Launch& launch, std::size_t index) {
    auto devices = findDevices();
    if (!devices) return devices.diagnostics();
    if (index >= devices->size())
        return failure(launch, "measure.device-index", "there is no device " + std::to_string(index),
                       "devices are 0 to " + std::to_string(devices->size() - 1));
    return (*devices)[index];
}

Result<cl::Program> build(const Launch& launch, const cl::Context& context, const cl::Device& device,
                          std::string& buildLog) {
    std::ostringstream text;
    text << std::ifstream(launch.source, std::ios::binary).rdbuf(); // fails where there is nothing to read
    if (!text)
        return Diagnostic{"measure.source-unreadable",
                          Severity::Error,
                          {launch.source.string(), 0, 0},
                          "the kernel's source cannot be read or is empty",
                          "check `source` in the launch file"};

    cl::Program program(context, text.str());
    const cl_int error = program.build(device, (launch.options + " -cl-kernel-arg-info").c_str());
    buildLog = trimmed(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    if (error == CL_SUCCESS) return program;
    return Diagnostic{"measure.build-failed", Severity::Error, firstErrorPlace(buildLog, launch.source),
                      "the OpenCL build failed (" + errorName(error) + ") with options \"" + launch.options +
                          "\":\n" + buildLog,
                      "correct the kernel or the options"};
}

Result<cl::Kernel> findKernel(const Launch& launch, const cl::Program& program) {
    cl_int error = CL_SUCCESS;
    cl::Kernel kernel(program, launch.kernel.c_str(), &error);
    if (error == CL_SUCCESS) return kernel;
    return Diagnostic{"measure.kernel-not-found",
                      Severity::Error,
                      {launch.source.string(), 0, 0},
                      "the source has no kernel \"" + launch.kernel + "\" (" + errorName(error) + ")",
                      "it has: " + trimmed(program.getInfo<CL_PROGRAM_KERNEL_NAMES>())};
}

Result<std::vector<KernelParameter>> parametersOf(const Launch& launch, const cl::Kernel& kernel) {
    std::vector<KernelParameter> parameters(kernel.getInfo<CL_KERNEL_NUM_ARGS>());
    for (cl_uint i = 0; i < parameters.size(); ++i) {
        cl_int error = CL_SUCCESS;
        parameters[i].name = trimmed(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(i, &error));
        if (error != CL_SUCCESS) return runFailure(launch, "asking for the kernel's parameter names", error);
        parameters[i].type = trimmed(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i));
        switch (kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i)) {
        case CL_KERNEL_ARG_ADDRESS_GLOBAL: parameters[i].space = AddressSpace::Global; break;
        case CL_KERNEL_ARG_ADDRESS_CONSTANT: parameters[i].space = AddressSpace::Constant; break;
        case CL_KERNEL_ARG_ADDRESS_LOCAL: parameters[i].space = AddressSpace::Local; break;
        default: parameters[i].space = AddressSpace::Private; break;
        }
    }
    return parameters;
}

Result<cl::Buffer> makeBuffer(const Launch& launch, const std::string& parameter,
                              const BufferArgument& argument, const cl::Context& context,
                              const cl::Device& device) {
    const std::uint64_t most = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    const auto elementBytes = static_cast<std::uint64_t>(bytes(argument.type));
    // Before the data is made: a mistyped count must not exhaust the host's memory.
    if (argument.count > most / elementBytes)
        return failure(launch, "measure.allocation-failed",
                       "the buffer \"" + parameter + "\" of " + std::to_string(argument.count) + " " +
                           name(argument.type) + " is larger than the device's largest, " +
                           std::to_string(most) + " bytes",
                       "reduce its count");
    const auto data = BufferData::create(argument);
    if (!data) return data.diagnostics();

    std::vector<std::byte> contents = data->bytes();
    // `write` says that the host expects no use of the initial contents; the kernel may read what it wrote.
    const cl_mem_flags access = argument.access == BufferAccess::Read ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
    cl_int error = CL_SUCCESS;
    cl::Buffer buffer(context, access | CL_MEM_COPY_HOST_PTR, contents.size(), contents.data(), &error);
    if (error == CL_SUCCESS) return buffer;
    return failure(launch, "measure.allocation-failed",
                   "the device does not give the " + std::to_string(contents.size()) + " bytes of buffer \"" +
                       parameter + "\": " + errorName(error),
                   "reduce its count");
}

Diagnostics setArgument(const Launch& launch, cl_uint index, const std::string& parameter,
                        const Argument& argument, const cl::Context& context, PreparedLaunch& prepared) {
    cl_int error = CL_SUCCESS;
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
        const auto encoded = scalarBytes(*scalar, parameter, launchPlace(launch));
        if (!encoded) return encoded.diagnostics();
        error = prepared.kernel.setArg(index, encoded->size(), encoded->data());
    } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
        error = prepared.kernel.setArg(index, static_cast<std::size_t>(local->bytes), nullptr);
    } else {
        const auto buffer =
            makeBuffer(launch, parameter, std::get<BufferArgument>(argument), context, prepared.device);
        if (!buffer) return buffer.diagnostics();
        prepared.buffers[parameter] = *buffer;
        error = prepared.kernel.setArg(index, *buffer);
    }
    if (error == CL_SUCCESS) return {};
    return {failure(launch, "measure.argument-mismatch",
                    "the device refuses the argument for \"" + parameter + "\": " + errorName(error),
                    "compare it with the kernel's parameter")};
}

/// Before any argument is set: OpenCL then counts the kernel's own variables only. What it reports after that
/// should contain the local arguments, but PoCL leaves them out, and aborts the process on too many.
Diagnostics checkLocalMemory(const Launch& launch, const PreparedLaunch& prepared) {
    const auto most = prepared.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    cl_ulong needed = prepared.kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(prepared.device);
    bool fits = needed <= most;
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* local = std::get_if<LocalArgument>(&argument);
        if (!local) continue;
        fits = fits && local->bytes <= most - needed;
        needed += local->bytes;
    }
    if (fits) return {};
    return {failure(launch, "measure.local-memory-refused",
                    "a group needs " + std::to_string(needed) + " bytes of local memory, the device has " +
                        std::to_string(most),
                    "use smaller groups or tiles")};
}

/// What the device or the kernel's attributes rule out; a kernel that needs too many registers for its group
/// size is refused when it is enqueued.
Diagnostics checkGroup(const Launch& launch, const PreparedLaunch& prepared) {
    Diagnostics faults;
    const auto refuse = [&](const std::string& message, const std::string& hint) {
        faults.push_back(failure(launch, "measure.group-size-refused", message, hint));
    };
    // Not CL_KERNEL_WORK_GROUP_SIZE: NVIDIA's driver answers 256 for kernels that it then runs in groups of
    // 1024.
    const auto most = prepared.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    if (launch.range.groupSize() > most)
        refuse("a group of " + std::to_string(launch.range.groupSize()) +
                   " work-items is more than the device's " + std::to_string(most),
               "use a smaller local size");

    const auto sizes = prepared.device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    const auto required = prepared.kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(prepared.device);
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

cl::NDRange sizes(int dimensions, const std::array<std::uint64_t, 3>& values) {
    if (dimensions == 1) return cl::NDRange(values[0]);
    if (dimensions == 2) return cl::NDRange(values[0], values[1]);
    return cl::NDRange(values[0], values[1], values[2]);
}

} // namespace

Result<PreparedLaunch> prepareLaunch(const Launch& launch, std::size_t deviceIndex) {
    if (Diagnostics faults = validate(launch.range, launchPlace(launch)); hasErrors(faults)) return faults;
    const auto device = deviceAt(launch, deviceIndex);
    if (!device) return device.diagnostics();

    PreparedLaunch prepared;
    prepared.device = *device;
    cl_int error = CL_SUCCESS;
    const cl::Context context(prepared.device, nullptr, nullptr, nullptr, &error);
    if (error != CL_SUCCESS) return runFailure(launch, "making an OpenCL context", error);
    prepared.queue = cl::CommandQueue(context, prepared.device, cl_command_queue_properties{0}, &error);
    if (error != CL_SUCCESS) return runFailure(launch, "making an OpenCL command queue", error);

    const auto program = build(launch, context, prepared.device, prepared.buildLog);
    if (!program) return program.diagnostics();
    const auto kernel = findKernel(launch, *program);
    if (!kernel) return kernel.diagnostics();
    prepared.kernel = *kernel;

    const auto parameters = parametersOf(launch, prepared.kernel);
    if (!parameters) return parameters.diagnostics();
    const auto arguments = orderArguments(launch, *parameters);
    if (!arguments) return arguments.diagnostics();
    if (Diagnostics faults = checkLocalMemory(launch, prepared); !faults.empty()) return faults;
    for (cl_uint i = 0; i < arguments->size(); ++i) {
        Diagnostics faults = setArgument(launch, i, (*parameters)[i].name, (*arguments)[i], context, prepared);
        if (!faults.empty()) return faults;
    }
    if (Diagnostics faults = checkGroup(launch, prepared); !faults.empty()) return faults;
    return prepared;
}

cl_int enqueue(const PreparedLaunch& prepared, const NDRange& range, cl::Event* event) {
    return prepared.queue.enqueueNDRangeKernel(prepared.kernel, cl::NullRange,
                                               sizes(range.dimensions, range.global),
                                               sizes(range.dimensions, range.local), nullptr, event);
}

} // namespace warpstring
