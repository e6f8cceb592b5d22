// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/warp_probe.h"

#include <bit>
#include <cmath>

#include "core/measure/worker/kernel_timing.h"
#include "core/measure/worker/warp_stamps.h"
#include "core/probe/probe_source.h"

namespace warpstring::measure {

using records::WarpMeasurement;

namespace {

/// 2 MB of stamps; beyond that groups are sampled evenly. More would say little more.
constexpr std::uint64_t mostStamps = std::uint64_t{1} << 17U;
/// Where so many stamps change the kernel's time, fewer are tried: writing them slows down a kernel that is
/// bound by memory itself. Fewer than the second say too little about the warps.
constexpr std::uint64_t fewerStamps = std::uint64_t{1} << 12U;
/// A 32-bit clock goes round in two seconds at 2 GHz; a warp of a kernel of this time cannot have seen that.
constexpr double longKernelNs = 1e9;
/// What the probe may change of the kernel's time before it counts as having changed the code.
constexpr double mostProbeEffect = 0.05;

struct Clock {
    probe::ProbeClock kind = probe::ProbeClock::CycleCounter;
    int warpSize = 1;
};

std::optional<Clock> clockOf(const cl::Device& device, const cl::Kernel& kernel) {
    const std::string vendor = device.getInfo<CL_DEVICE_VENDOR>();
    if (vendor.find("NVIDIA") != std::string::npos) return Clock{probe::ProbeClock::NvidiaAssembly, 32};
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    if (extensions.find("cl_khr_kernel_clock") != std::string::npos) {
        const auto width = kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
        return Clock{probe::ProbeClock::KernelClock, std::max(1, static_cast<int>(width))};
    }
    if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0)
        return Clock{probe::ProbeClock::CycleCounter, 1};
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

/// The smallest power of two as stride between stamped groups with which there are at most `stamps`.
std::uint64_t strideFor(std::uint64_t stamps, std::uint64_t groups, std::uint64_t warpsPerGroup) {
    const std::uint64_t mostGroups = std::max<std::uint64_t>(1, stamps / warpsPerGroup);
    return std::bit_ceil((groups + mostGroups - 1) / mostGroups);
}

/// The probed kernel with its arguments, ready to run at any stride.
class ProbeRun {
public:
    ProbeRun(const Launch& launch, const PreparedLaunch& prepared, cl::Kernel kernel,
             std::uint64_t warpsPerGroup)
        : launch_(launch), prepared_(prepared), kernel_(std::move(kernel)), warpsPerGroup_(warpsPerGroup) {}

    /// Why the arguments cannot be set; empty when they are.
    std::string setUp(std::uint64_t mostStamped) {
        if (Diagnostics faults = setArguments(launch_, prepared_, kernel_); !faults.empty())
            return "the device does not take the probe: " + firstLine(faults);
        cl_int error = CL_SUCCESS;
        stamps_ = cl::Buffer(prepared_.context, CL_MEM_READ_WRITE, stampBytes(mostStamped), nullptr, &error);
        if (error == CL_SUCCESS) error = kernel_.setArg(next(), stamps_);
        return error == CL_SUCCESS ? "" : "there is no room for the stamps: " + errorName(error);
    }

    /// Adds what the launch shows with every `stride`-th group stamped; not measurable when it did not run.
    WarpMeasurement run(std::uint64_t stride, const records::Samples& plain,
                        const records::MeasureSettings& settings) {
        cl_int error = kernel_.setArg(next() + 1, static_cast<cl_uint>(std::countr_zero(stride)));
        if (error != CL_SUCCESS)
            return notMeasurable("the device does not take the probe: " + errorName(error));
        auto timing = timeKernel(launch_, prepared_, kernel_, settings);
        if (!timing) return notMeasurable("the probe did not run: " + firstLine(timing.diagnostics()));
        const std::uint64_t groups = launch_.range.groupCount();
        const std::uint64_t stamped = (groups + stride - 1) / stride;
        std::vector<std::uint64_t> stamps(stamped * warpsPerGroup_ * probe::stampWords);
        error = prepared_.queue.enqueueReadBuffer(stamps_, CL_TRUE, 0, stampBytes(stamped), stamps.data());
        if (error != CL_SUCCESS) return notMeasurable("the stamps cannot be read: " + errorName(error));

        WarpMeasurement warp;
        warp.measurable = true;
        warp.stampedFraction = static_cast<double>(stamped) / static_cast<double>(groups);
        analyseStamps(stamps, warpsPerGroup_, stride, warp);
        warp.probed = std::move(timing->device);
        warp.probedRatio = warp.probed.statistics.median / plain.statistics.median;
        warp.probeChangedCode = !(std::abs(warp.probedRatio - 1) <= mostProbeEffect);
        return warp;
    }

private:
    [[nodiscard]] cl_uint next() const { return static_cast<cl_uint>(prepared_.arguments.size()); }
    [[nodiscard]] std::size_t stampBytes(std::uint64_t groups) const {
        return groups * warpsPerGroup_ * probe::stampWords * sizeof(std::uint64_t);
    }

    const Launch& launch_;
    const PreparedLaunch& prepared_;
    cl::Kernel kernel_;
    std::uint64_t warpsPerGroup_;
    cl::Buffer stamps_;
};

} // namespace

WarpMeasurement measureWarps(const records::ResolvedLaunch& resolved, const PreparedLaunch& prepared,
                             const records::Samples& plain, const records::MeasureSettings& settings) {
    const Launch& launch = resolved.launch;
    const auto clock = clockOf(prepared.device, prepared.built.kernel);
    if (!clock) return notMeasurable("the device has no clock that a kernel can read");
    const std::uint64_t groups = launch.range.groupCount();
    if (groups >> 32U != 0) return notMeasurable("the launch has 2^32 groups or more");

    const auto required =
        prepared.built.kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(prepared.device);
    const std::string text = probeSource(resolved.sourceText, launch.kernel, prepared.built.parameters,
                                         {clock->kind,
                                          clock->warpSize,
                                          launch.range,
                                          {required[0], required[1], required[2]},
                                          plain.statistics.median > longKernelNs});
    auto probe = buildKernel(launch, text, probe::probeKernel, prepared.context, prepared.device);
    if (!probe) return notMeasurable("the device does not take the probe: " + firstLine(probe.diagnostics()));

    const std::uint64_t warpsPerGroup = launch.range.warpsPerGroup(static_cast<std::uint64_t>(clock->warpSize));
    const std::uint64_t stride = strideFor(mostStamps, groups, warpsPerGroup);
    ProbeRun run(launch, prepared, probe->kernel, warpsPerGroup);
    if (const std::string why = run.setUp((groups + stride - 1) / stride); !why.empty())
        return notMeasurable(why);

    WarpMeasurement warp = run.run(stride, plain, settings);
    const std::uint64_t wider = strideFor(fewerStamps, groups, warpsPerGroup);
    if (warp.measurable && warp.probeChangedCode && wider > stride) {
        WarpMeasurement fewer = run.run(wider, plain, settings);
        if (fewer.measurable && std::abs(fewer.probedRatio - 1) < std::abs(warp.probedRatio - 1))
            warp = std::move(fewer);
    }
    if (!warp.measurable) return warp;
    warp.clock = name(clock->kind);
    warp.warpSize = clock->warpSize;
    return warp;
}

} // namespace warpstring::measure
