// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/round_trip.h"

#include <chrono>
#include <cstring>

#include "core/records/buffer_data.h"

namespace warpstring::measure {

namespace {

/// Memory of the host that the device reaches by itself: how OpenCL asks for it, a mapped buffer.
class PinnedMemory {
public:
    PinnedMemory(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes) : queue_(queue) {
        cl_int error = CL_SUCCESS;
        buffer_ = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &error);
        if (error != CL_SUCCESS) return;
        memory_ = queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, nullptr,
                                          nullptr, &error);
        if (error != CL_SUCCESS) memory_ = nullptr;
    }
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    PinnedMemory(PinnedMemory&& other) noexcept
        : queue_(other.queue_), buffer_(std::move(other.buffer_)),
          memory_(std::exchange(other.memory_, nullptr)) {}
    PinnedMemory& operator=(PinnedMemory&&) = delete;
    ~PinnedMemory() {
        if (memory_ != nullptr) queue_.enqueueUnmapMemObject(buffer_, memory_);
    }

    [[nodiscard]] void* data() const { return memory_; }

private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* memory_ = nullptr;
};

struct Passage {
    RoundTripBuffer of;
    PinnedMemory memory;
    records::TransferMeasurement upload, download;
    cl::Event uploaded, downloaded;
};

class Trip {
public:
    Trip(const cl::CommandQueue& queue, const std::function<cl_int()>& enqueueKernels)
        : queue_(queue), enqueueKernels_(enqueueKernels) {}

    /// Whether there is pinned memory for every buffer, filled with what it holds at first.
    bool prepare(const cl::Context& context, const std::vector<RoundTripBuffer>& buffers) {
        passages_.reserve(buffers.size());
        for (const RoundTripBuffer& one : buffers) {
            PinnedMemory memory(context, queue_, one.buffer->bytes);
            if (memory.data() == nullptr) return false;
            if (one.isSent) {
                const auto data = records::BufferData::create(*one.elements);
                if (!data) return false;
                const std::vector<std::byte> contents = data->bytes();
                std::memcpy(memory.data(), contents.data(), contents.size());
            }
            passages_.push_back({one, std::move(memory), of(one, true), of(one, false), {}, {}});
        }
        return true;
    }

    bool run(bool counted) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        cl_int error = CL_SUCCESS;
        for (Passage& passage : passages_)
            if (error == CL_SUCCESS && passage.of.isSent)
                error =
                    enqueueWrite(queue_, *passage.of.buffer, false, passage.memory.data(), &passage.uploaded);
        if (error == CL_SUCCESS) error = enqueueKernels_();
        for (Passage& passage : passages_)
            if (error == CL_SUCCESS && passage.of.isFetched)
                error =
                    enqueueRead(queue_, *passage.of.buffer, false, passage.memory.data(), &passage.downloaded);
        if (error == CL_SUCCESS) error = queue_.finish();
        if (error != CL_SUCCESS) return false;
        const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
        if (counted) {
            total_.push_back(elapsed.count());
            for (Passage& passage : passages_) {
                note(passage.uploaded, passage.upload);
                note(passage.downloaded, passage.download);
            }
        }
        return refill();
    }

    RoundTrip result() {
        RoundTrip trip;
        for (Passage& passage : passages_)
            for (records::TransferMeasurement* transfer : {&passage.upload, &passage.download}) {
                if (transfer->device.ns.empty()) continue;
                transfer->device.statistics = records::statisticsOf(transfer->device.ns);
                trip.transfers.push_back(std::move(*transfer));
            }
        trip.total.ns = std::move(total_);
        trip.total.statistics = records::statisticsOf(trip.total.ns);
        return trip;
    }

private:
    static records::TransferMeasurement of(const RoundTripBuffer& one, bool toDevice) {
        records::TransferMeasurement transfer;
        transfer.buffer = one.name;
        transfer.toDevice = toDevice;
        transfer.pinned = true;
        transfer.bytes = one.buffer->bytes;
        return transfer;
    }

    static void note(const cl::Event& event, records::TransferMeasurement& transfer) {
        if (event() == nullptr) return;
        if (const double ns = profiledNs(event); ns >= 0) transfer.device.ns.push_back(ns);
    }

    /// What was read back into the memory of a buffer that is also sent: the kernel's outputs are no inputs.
    bool refill() {
        for (Passage& passage : passages_) {
            if (!passage.of.isSent || !passage.of.isFetched) continue;
            DeviceBuffer initial = *passage.of.buffer;
            initial.memory = initial.pristine;
            const cl_int error = enqueueRead(queue_, initial, true, passage.memory.data(), nullptr);
            if (error != CL_SUCCESS) return false;
        }
        return true;
    }

    const cl::CommandQueue& queue_;
    const std::function<cl_int()>& enqueueKernels_;
    std::vector<Passage> passages_;
    std::vector<double> total_;
};

} // namespace

RoundTrip timeRoundTrip(const cl::Context& context, const cl::CommandQueue& queue,
                        const std::vector<RoundTripBuffer>& buffers,
                        const std::function<cl_int()>& enqueueKernels, int runs) {
    if (runs <= 0) return {};
    Trip trip(queue, enqueueKernels);
    if (!trip.prepare(context, buffers)) return {};
    for (int run = -1; run < runs; ++run)
        if (!trip.run(run >= 0)) return {};
    return trip.result();
}

RoundTrip timeRoundTrip(const Launch& launch, const PreparedLaunch& prepared, int runs) {
    std::vector<RoundTripBuffer> buffers;
    buffers.reserve(prepared.buffers.size());
    for (const auto& [parameter, buffer] : prepared.buffers)
        buffers.push_back({parameter, &buffer, elementsOf(launch.arguments.at(parameter)),
                           buffer.access != BufferAccess::Write, buffer.access != BufferAccess::Read});
    const auto enqueueKernel = [&] { return enqueue(prepared, prepared.built.kernel, launch.range); };
    return timeRoundTrip(prepared.context, prepared.queue, buffers, enqueueKernel, runs);
}

} // namespace warpstring::measure
