// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/device_buffers.h"

#include <algorithm>
#include <chrono>

#include "core/records/buffer_data.h"

namespace warpstring::measure {

using records::TransferMeasurement;

namespace {

Diagnostic bufferFailure(const Launch& launch, std::string code, std::string message, std::string hint) {
    return {
        std::move(code), Severity::Error, {launch.file.string(), 0, 0}, std::move(message), std::move(hint)};
}

bool isOutOfMemory(cl_int error) {
    return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
           error == CL_OUT_OF_HOST_MEMORY || error == CL_INVALID_BUFFER_SIZE;
}

Diagnostic transferFailure(const Launch& launch, const std::string& parameter, const std::string& what,
                           std::size_t bytes, cl_int error) {
    if (isOutOfMemory(error))
        return bufferFailure(launch, "measure.allocation-failed",
                             "the device does not give the " + std::to_string(bytes) + " bytes of buffer \"" +
                                 parameter + "\": " + errorName(error),
                             "reduce its count");
    return bufferFailure(launch, "measure.run-failed",
                         what + " buffer \"" + parameter + "\" failed: " + errorName(error),
                         "look for accesses outside the kernel's buffers");
}

/// Runs a transfer `runs` times, once more before that which is not counted: the first touches memory that
/// nothing has touched before.
template <class Transfer>
cl_int timeTransfer(TransferMeasurement& measurement, int runs, Transfer transfer) {
    using Clock = std::chrono::steady_clock;
    for (int run = -1; run < runs; ++run) {
        cl::Event event;
        const auto start = Clock::now();
        const cl_int error = transfer(&event);
        if (error != CL_SUCCESS) return error;
        const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
        if (run < 0) continue;
        const double ns = profiledNs(event);
        measurement.device.ns.push_back(ns < 0 ? elapsed.count() : ns);
        measurement.host.ns.push_back(elapsed.count());
    }
    measurement.device.statistics = records::statisticsOf(measurement.device.ns);
    measurement.host.statistics = records::statisticsOf(measurement.host.ns);
    return CL_SUCCESS;
}

Result<DeviceBuffer> makeBuffer(const Launch& launch, const std::string& parameter,
                                const BufferArgument& argument, const cl::Context& context,
                                const cl::Device& device, const cl::CommandQueue& queue, int transferRuns,
                                std::vector<TransferMeasurement>& transfers) {
    const std::uint64_t most = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    const auto elementBytes = static_cast<std::uint64_t>(bytes(argument.type));
    // Before the data is made: a mistyped count must not exhaust the host's memory.
    if (argument.count > most / elementBytes)
        return bufferFailure(launch, "measure.allocation-failed",
                             "the buffer \"" + parameter + "\" of " + std::to_string(argument.count) + " " +
                                 name(argument.type) + " is larger than the device's largest, " +
                                 std::to_string(most) + " bytes",
                             "reduce its count");
    const auto data = records::BufferData::create(argument);
    if (!data) return data.diagnostics();
    const std::vector<std::byte> contents = data->bytes();

    DeviceBuffer made;
    made.bytes = contents.size();
    made.access = argument.access;
    // `write` says that the host expects no use of the initial contents; the kernel may read what it wrote.
    const cl_mem_flags flags = argument.access == BufferAccess::Read ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
    cl_int error = CL_SUCCESS;
    made.buffer = cl::Buffer(context, flags, made.bytes, nullptr, &error);
    if (error != CL_SUCCESS) return transferFailure(launch, parameter, "making", made.bytes, error);

    TransferMeasurement upload{parameter, true, false, made.bytes, {}, {}};
    const bool isInput = argument.access != BufferAccess::Write;
    error = timeTransfer(upload, isInput ? transferRuns : 0, [&](cl::Event* event) {
        return queue.enqueueWriteBuffer(made.buffer, CL_TRUE, 0, made.bytes, contents.data(), nullptr, event);
    });
    if (error != CL_SUCCESS) return transferFailure(launch, parameter, "filling", made.bytes, error);
    if (!upload.device.ns.empty()) transfers.push_back(std::move(upload));

    if (argument.access != BufferAccess::ReadWrite) return made;
    made.pristine = cl::Buffer(context, CL_MEM_READ_WRITE, made.bytes, nullptr, &error);
    if (error == CL_SUCCESS) error = queue.enqueueCopyBuffer(made.buffer, made.pristine, 0, 0, made.bytes);
    if (error == CL_SUCCESS) error = queue.finish();
    if (error != CL_SUCCESS) return transferFailure(launch, parameter, "copying", made.bytes, error);
    return made;
}

} // namespace

double profiledNs(const cl::Event& event) {
    cl_int error = CL_SUCCESS;
    const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>(&error);
    if (error != CL_SUCCESS) return -1;
    const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>(&error);
    if (error != CL_SUCCESS || end <= start) return -1;
    return static_cast<double>(end - start);
}

Result<DeviceBuffers> makeBuffers(const Launch& launch, const cl::Context& context, const cl::Device& device,
                                  const cl::CommandQueue& queue, int transferRuns,
                                  std::vector<TransferMeasurement>& transfers) {
    DeviceBuffers buffers;
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        if (buffer == nullptr) continue;
        auto made = makeBuffer(launch, parameter, *buffer, context, device, queue, transferRuns, transfers);
        if (!made) return made.diagnostics();
        buffers.emplace(parameter, std::move(*made));
    }
    return buffers;
}

cl_int restore(const DeviceBuffers& buffers, const cl::CommandQueue& queue) {
    for (const auto& [parameter, buffer] : buffers) {
        if (buffer.pristine() == nullptr) continue;
        const cl_int error = queue.enqueueCopyBuffer(buffer.pristine, buffer.buffer, 0, 0, buffer.bytes);
        if (error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

Result<records::BufferContents> readBuffers(const Launch& launch, const DeviceBuffers& buffers,
                                            const cl::CommandQueue& queue, bool all, int transferRuns,
                                            std::vector<TransferMeasurement>& transfers) {
    records::BufferContents contents;
    for (const auto& [parameter, buffer] : buffers) {
        const bool isOutput = buffer.access != BufferAccess::Read;
        if (!isOutput && !all) continue;
        std::vector<std::byte>& bytes = contents[parameter];
        bytes.resize(buffer.bytes);
        TransferMeasurement download{parameter, false, false, buffer.bytes, {}, {}};
        const cl_int error = timeTransfer(download, isOutput ? transferRuns : 0, [&](cl::Event* event) {
            return queue.enqueueReadBuffer(buffer.buffer, CL_TRUE, 0, bytes.size(), bytes.data(), nullptr,
                                           event);
        });
        if (error != CL_SUCCESS) return transferFailure(launch, parameter, "reading back", buffer.bytes, error);
        if (!download.device.ns.empty()) transfers.push_back(std::move(download));
    }
    return contents;
}

} // namespace warpstring::measure
