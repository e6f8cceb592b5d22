// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/warp_probe.h"

#include <bit>
#include <cmath>

#include "core/measure/worker/kernel_timing.h"
#include "core/measure/worker/probe_source.h"
#include "core/measure/worker/warp_stamps.h"

namespace warpstring {

namespace {

/// 3 MB of stamps; beyond that groups are sampled evenly. More would say little more, and writing them would
/// slow down kernels that are bound by memory themselves.
constexpr std::uint64_t mostStamps = std::uint64_t{1} << 17U;
/// What the probe may change of the kernel's time before it counts as having changed the code.
constexpr double mostProbeEffect = 0.05;

struct Clock {
    ProbeClock kind = ProbeClock::CycleCounter;
    int warpSize = 1;
};

std::optional<Clock> clockOf(const cl::Device& device, const cl::Kernel& kernel) {
    const std::string vendor = device.getInfo<CL_DEVICE_VENDOR>();
    if (vendor.find("NVIDIA") != std::string::npos) return Clock{ProbeClock::NvidiaAssembly, 32};
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    if (extensions.find("cl_khr_kernel_clock") != std::string::npos) {
        const auto width = kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
        return Clock{ProbeClock::KernelClock, std::max(1, static_cast<int>(width))};
    }
    if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0) return Clock{ProbeClock::CycleCounter, 1};
    return std::nullopt;
}

WarpMeasurement notMeasurable(const std::string& why) {
    WarpMeasurement warp;
    warp.why = why;
    return warp;
}

std::string firstLine(const Diagnostics& diagnostics) {
    const std::string& message = diagnostics.front().message;
    return message.size() > 400 ? message.substr(0, 400) + " ..." : message;
}

} // namespace

WarpMeasurement probeWarps(const ResolvedLaunch& resolved, const PreparedLaunch& prepared, const Samples& plain,
                           const MeasureSettings& settings) {
    const Launch& launch = resolved.launch;
    const auto clock = clockOf(prepared.device, prepared.built.kernel);
    if (!clock) return notMeasurable("the device has no clock that a kernel can read");

    const auto required =
        prepared.built.kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(prepared.device);
    const std::string text = probeSource(resolved.sourceText, launch.kernel, prepared.built.parameters,
                                         clock->kind, clock->warpSize, {required[0], required[1], required[2]});
    auto probe = buildKernel(launch, text, probeKernel, prepared.context, prepared.device);
    if (!probe) return notMeasurable("the device does not take the probe: " + firstLine(probe.diagnostics()));

    const std::uint64_t groups = launch.range.groupCount();
    const std::uint64_t warpsPerGroup = launch.range.warpsPerGroup(static_cast<std::uint64_t>(clock->warpSize));
    if (groups >> 32U != 0) return notMeasurable("the launch has 2^32 groups or more");
    const std::uint64_t mostGroups = std::max<std::uint64_t>(1, mostStamps / warpsPerGroup);
    const std::uint64_t stride = std::bit_ceil((groups + mostGroups - 1) / mostGroups);
    const std::uint64_t stamped = (groups + stride - 1) / stride;
    std::vector<std::uint64_t> stamps(stamped * warpsPerGroup * stampWords);

    if (Diagnostics faults = setArguments(launch, prepared, probe->kernel); !faults.empty())
        return notMeasurable("the device does not take the probe: " + firstLine(faults));
    cl_int error = CL_SUCCESS;
    const std::size_t bytes = stamps.size() * sizeof(std::uint64_t);
    const cl::Buffer buffer(prepared.context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    const auto next = static_cast<cl_uint>(prepared.arguments.size());
    if (error == CL_SUCCESS) error = probe->kernel.setArg(next, buffer);
    if (error == CL_SUCCESS)
        error = probe->kernel.setArg(next + 1, static_cast<cl_uint>(std::countr_zero(stride)));
    if (error != CL_SUCCESS) return notMeasurable("there is no room for the stamps: " + errorName(error));

    auto timing = timeKernel(launch, prepared, probe->kernel, settings);
    if (!timing) return notMeasurable("the probe did not run: " + firstLine(timing.diagnostics()));
    error = prepared.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, stamps.data());
    if (error != CL_SUCCESS) return notMeasurable("the stamps cannot be read: " + errorName(error));

    WarpMeasurement warp;
    warp.measurable = true;
    warp.clock = name(clock->kind);
    warp.warpSize = clock->warpSize;
    warp.stampedFraction = static_cast<double>(stamped) / static_cast<double>(groups);
    analyseStamps(stamps, warpsPerGroup, stride, warp);
    warp.probed = std::move(timing->device);
    warp.probedRatio = warp.probed.statistics.median / plain.statistics.median;
    warp.probeChangedCode = !(std::abs(warp.probedRatio - 1) <= mostProbeEffect);
    return warp;
}

} // namespace warpstring
