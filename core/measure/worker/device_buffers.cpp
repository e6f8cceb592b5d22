// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/device_buffers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

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

constexpr std::array<std::size_t, 3> imageOrigin{};

std::array<std::size_t, 3> regionOf(const ImageArgument& image) {
    return {image.sizes[0], image.sizes[1], image.sizes[2]};
}

cl_mem_object_type typeOf(ImageShape shape) {
    switch (shape) {
    case ImageShape::Line: return CL_MEM_OBJECT_IMAGE1D;
    case ImageShape::Buffer: return CL_MEM_OBJECT_IMAGE1D_BUFFER;
    case ImageShape::LineArray: return CL_MEM_OBJECT_IMAGE1D_ARRAY;
    case ImageShape::Plane: return CL_MEM_OBJECT_IMAGE2D;
    case ImageShape::PlaneArray: return CL_MEM_OBJECT_IMAGE2D_ARRAY;
    case ImageShape::Volume: return CL_MEM_OBJECT_IMAGE3D;
    }
    return CL_MEM_OBJECT_IMAGE2D;
}

cl::Memory imageOf(const ImageArgument& image, ImageShape shape, cl_mem memory, const cl::Context& context,
                   cl_mem_flags flags, cl_int& error) {
    const cl_image_format format{openClValue(image.format.order), openClValue(image.format.type)};
    cl_image_desc description{};
    description.image_type = typeOf(shape);
    description.image_width = image.sizes[0];
    if (shape == ImageShape::LineArray) {
        description.image_array_size = image.sizes[1];
    } else {
        description.image_height = image.dimensions > 1 ? image.sizes[1] : 0;
        if (shape == ImageShape::PlaneArray)
            description.image_array_size = image.sizes[2];
        else
            description.image_depth = image.dimensions > 2 ? image.sizes[2] : 0;
    }
    description.buffer = memory;
    const cl_mem made = clCreateImage(context(), flags, &format, &description, nullptr, &error);
    return cl::Memory(error == CL_SUCCESS ? made : nullptr, false);
}

cl::Memory makeImage(const ImageArgument& image, ImageShape shape, const cl::Context& context,
                     cl_mem_flags flags, cl_int& error) {
    return imageOf(image, shape, nullptr, context, flags, error);
}

/// An image of a line of texels whose memory is a buffer's.
cl::Memory makeImageOver(const cl::Memory& buffer, const ImageArgument& image, const cl::Context& context,
                         cl_mem_flags flags, cl_int& error) {
    return imageOf(image, ImageShape::Buffer, buffer(), context, flags, error);
}

cl_int enqueueCopy(const cl::CommandQueue& queue, const cl::Memory& from, const cl::Memory& to,
                   const DeviceBuffer& buffer) {
    if (buffer.region[0] == 0)
        return clEnqueueCopyBuffer(queue(), from(), to(), 0, 0, buffer.bytes, 0, nullptr, nullptr);
    return clEnqueueCopyImage(queue(), from(), to(), imageOrigin.data(), imageOrigin.data(),
                              buffer.region.data(), 0, nullptr, nullptr);
}

cl_int handOver(cl_event done, cl_int error, cl::Event* event) {
    if (error != CL_SUCCESS) return error;
    cl::Event owned(done);
    if (event != nullptr) *event = std::move(owned);
    return error;
}

Diagnostic imageRefused(const Launch& launch, const std::string& parameter, const ImageArgument& image,
                        cl_int error) {
    return bufferFailure(launch, "measure.image-refused",
                         "the device does not make the image \"" + parameter + "\" of " + name(image.format) +
                             ": " + errorName(error),
                         "not every device has every format and size, and some have no images");
}

Result<DeviceBuffer> makeBuffer(const Launch& launch, const std::string& parameter,
                                const BufferArgument& argument, const ImageArgument* image,
                                std::optional<ImageShape> shape, const cl::Context& context,
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
    const bool isPlain = image == nullptr || shape == ImageShape::Buffer;
    const auto allocate = [&]() -> cl::Memory {
        if (isPlain) return cl::Buffer(context, flags, made.bytes, nullptr, &error);
        return makeImage(*image, *shape, context, flags, error);
    };
    made.memory = made.handle = allocate();
    if (error == CL_SUCCESS && image != nullptr && isPlain)
        made.handle = makeImageOver(made.memory, *image, context, flags, error);
    if (!isPlain) made.region = regionOf(*image);
    if (error != CL_SUCCESS && image != nullptr && !isOutOfMemory(error))
        return imageRefused(launch, parameter, *image, error);
    if (error != CL_SUCCESS) return transferFailure(launch, parameter, "making", made.bytes, error);

    TransferMeasurement upload{parameter, true, false, made.bytes, {}, {}};
    const bool isInput = argument.access != BufferAccess::Write;
    error = timeTransfer(upload, isInput ? transferRuns : 0, [&](cl::Event* event) {
        return enqueueWrite(queue, made, true, contents.data(), event);
    });
    if (error != CL_SUCCESS) return transferFailure(launch, parameter, "filling", made.bytes, error);
    if (!upload.device.ns.empty()) transfers.push_back(std::move(upload));

    if (argument.access != BufferAccess::ReadWrite) return made;
    made.pristine = allocate();
    if (error == CL_SUCCESS) error = enqueueCopy(queue, made.memory, made.pristine, made);
    if (error == CL_SUCCESS) error = queue.finish();
    if (error != CL_SUCCESS) return transferFailure(launch, parameter, "copying", made.bytes, error);
    return made;
}

} // namespace

cl_int enqueueWrite(const cl::CommandQueue& queue, const DeviceBuffer& buffer, bool waits, const void* contents,
                    cl::Event* event) {
    cl_event done = nullptr;
    const cl_bool blocking = waits ? CL_TRUE : CL_FALSE;
    const cl_int error = buffer.region[0] == 0
                             ? clEnqueueWriteBuffer(queue(), buffer.memory(), blocking, 0, buffer.bytes,
                                                    contents, 0, nullptr, &done)
                             : clEnqueueWriteImage(queue(), buffer.memory(), blocking, imageOrigin.data(),
                                                   buffer.region.data(), 0, 0, contents, 0, nullptr, &done);
    return handOver(done, error, event);
}

cl_int enqueueRead(const cl::CommandQueue& queue, const DeviceBuffer& buffer, bool waits, void* contents,
                   cl::Event* event) {
    cl_event done = nullptr;
    const cl_bool blocking = waits ? CL_TRUE : CL_FALSE;
    const cl_int error = buffer.region[0] == 0
                             ? clEnqueueReadBuffer(queue(), buffer.memory(), blocking, 0, buffer.bytes,
                                                   contents, 0, nullptr, &done)
                             : clEnqueueReadImage(queue(), buffer.memory(), blocking, imageOrigin.data(),
                                                  buffer.region.data(), 0, 0, contents, 0, nullptr, &done);
    return handOver(done, error, event);
}

double profiledNs(const cl::Event& event) {
    cl_int error = CL_SUCCESS;
    const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>(&error);
    if (error != CL_SUCCESS) return -1;
    const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>(&error);
    if (error != CL_SUCCESS || end <= start) return -1;
    return static_cast<double>(end - start);
}

Result<DeviceBuffers> makeBuffers(const Launch& launch, const std::vector<probe::KernelParameter>& parameters,
                                  const cl::Context& context, const cl::Device& device,
                                  const cl::CommandQueue& queue, int transferRuns,
                                  std::vector<TransferMeasurement>& transfers, const DeviceBuffers& given) {
    DeviceBuffers buffers;
    for (const auto& [parameter, argument] : launch.arguments) {
        const BufferArgument* buffer = elementsOf(argument);
        if (buffer == nullptr) continue;
        if (const auto known = given.find(parameter); known != given.end()) {
            buffers.insert(*known);
            continue;
        }
        const auto declared = std::find_if(parameters.begin(), parameters.end(),
                                           [&](const auto& known) { return known.name == parameter; });
        const auto shape = declared == parameters.end() ? std::nullopt : parseImageShape(declared->type);
        auto made = makeBuffer(launch, parameter, *buffer, std::get_if<ImageArgument>(&argument), shape,
                               context, device, queue, transferRuns, transfers);
        if (!made) return made.diagnostics();
        buffers.emplace(parameter, std::move(*made));
    }
    return buffers;
}

cl_int restore(const DeviceBuffers& buffers, const cl::CommandQueue& queue) {
    for (const auto& [parameter, buffer] : buffers) {
        if (buffer.pristine() == nullptr) continue;
        const cl_int error = enqueueCopy(queue, buffer.pristine, buffer.memory, buffer);
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
            return enqueueRead(queue, buffer, true, bytes.data(), event);
        });
        if (error != CL_SUCCESS) return transferFailure(launch, parameter, "reading back", buffer.bytes, error);
        if (!download.device.ns.empty()) transfers.push_back(std::move(download));
    }
    return contents;
}

} // namespace warpstring::measure
