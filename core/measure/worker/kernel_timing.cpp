// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/kernel_timing.h"

#include <algorithm>
#include <chrono>

#include "core/measure/worker/cache_flush.h"

namespace warpstring::measure {

namespace {

/// Nanoseconds of one run.
struct Run {
    double deviceNs = 0; ///< negative: the driver does not tell
    double hostNs = 0;
    double wholeNs = 0; ///< by the host's clock, with all that is done before the kernel
};

class Timer {
public:
    Timer(const Launch& launch, const PreparedLaunch& prepared, const cl::Kernel& kernel)
        : launch_(launch), prepared_(prepared), kernel_(kernel) {}

    Diagnostics coolCaches() {
        auto flush = CacheFlush::create(prepared_.context, prepared_.device);
        if (!flush) return flush.diagnostics();
        flush_ = std::move(*flush);
        return {};
    }

    Result<Run> runOnce() {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        cl_int error = restore(prepared_.buffers, prepared_.queue);
        if (error == CL_SUCCESS && flush_) error = flush_->run(prepared_.queue);
        if (error == CL_SUCCESS) error = prepared_.queue.finish();
        if (error != CL_SUCCESS) return runFailure(launch_, error);

        cl::Event event;
        const auto start = Clock::now();
        error = enqueue(prepared_, kernel_, launch_.range, &event);
        if (error == CL_SUCCESS) error = prepared_.queue.finish();
        const auto end = Clock::now();
        // Some drivers tell what became of a kernel through its event alone.
        if (error == CL_SUCCESS)
            error = std::min<cl_int>(event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(), CL_SUCCESS);
        if (error != CL_SUCCESS) return runFailure(launch_, error);
        using Nanoseconds = std::chrono::duration<double, std::nano>;
        return Run{profiledNs(event), Nanoseconds(end - start).count(), Nanoseconds(end - begin).count()};
    }

private:
    const Launch& launch_;
    const PreparedLaunch& prepared_;
    const cl::Kernel& kernel_;
    std::optional<CacheFlush> flush_;
};

} // namespace

bool wantsWarmUp(int runs, double seconds, const records::MeasureSettings& settings) {
    // A kernel that runs long enough has warmed up by itself.
    if (runs > 0 && seconds > 10 * settings.warmUpSeconds) return false;
    return runs < settings.warmUpRuns || seconds < settings.warmUpSeconds;
}

Result<KernelTiming> timeKernel(const Launch& launch, const PreparedLaunch& prepared, const cl::Kernel& kernel,
                                const records::MeasureSettings& settings) {
    Timer timer(launch, prepared, kernel);
    if (settings.cache == records::CacheState::Cold)
        if (Diagnostics faults = timer.coolCaches(); !faults.empty()) return faults;

    KernelTiming timing;
    for (double seconds = 0; wantsWarmUp(timing.warmUpRuns, seconds, settings); ++timing.warmUpRuns) {
        const auto run = timer.runOnce();
        if (!run) return run.diagnostics();
        // Emptying the caches keeps the device busy as well, and takes far longer than a short kernel.
        const bool isCold = settings.cache == records::CacheState::Cold;
        seconds += (isCold ? run->wholeNs : run->deviceNs < 0 ? run->hostNs : run->deviceNs) * 1e-9;
    }
    std::vector<double> deviceNs;
    do {
        const auto run = timer.runOnce();
        if (!run) return run.diagnostics();
        timing.profiled = timing.profiled && run->deviceNs >= 0;
        deviceNs.push_back(run->deviceNs);
        timing.host.ns.push_back(run->hostNs);
    } while (wantsMore(timing.profiled ? deviceNs : timing.host.ns, settings.stop, settings.exclusion));

    timing.device.ns = timing.profiled ? std::move(deviceNs) : timing.host.ns;
    timing.device.statistics = statisticsOf(timing.device.ns, settings.exclusion);
    timing.host.statistics = statisticsOf(timing.host.ns, settings.exclusion);
    return timing;
}

} // namespace warpstring::measure
