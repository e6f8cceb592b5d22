// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/measure_launch.h"

#include <new>

#include "core/measure/worker/build_log.h"
#include "core/measure/worker/kernel_timing.h"
#include "core/measure/worker/launch_run.h"
#include "core/measure/worker/prepared_launch.h"
#include "core/measure/worker/round_trip.h"
#include "core/measure/worker/warp_probe.h"

namespace warpstring::measure {

using records::Measurement;

namespace {

class LaunchMeasurer {
public:
    LaunchMeasurer(const records::ResolvedLaunch& resolved, std::size_t device,
                   const records::MeasureSettings& settings, const records::References& references,
                   const std::function<void(const Measurement&)>& onTimed, Measurement& record)
        : resolved_(resolved), launch_(resolved.launch), device_(device), settings_(settings),
          references_(references), onTimed_(onTimed), record_(record) {}

    Diagnostics run() {
        auto prepared = prepareLaunch(resolved_, device_, settings_.transferRuns);
        if (!prepared) return prepared.diagnostics();
        record_.build = prepared->built.facts;
        record_.build.log = logOfKernel(record_.build.log, launch_.kernel);
        record_.transfers = std::move(prepared->transfers);
        addKernelFacts(*prepared);
        if (Diagnostics faults = check(*prepared); hasErrors(faults)) return faults;

        auto timing = timeKernel(launch_, *prepared, prepared->built.kernel, settings_);
        if (!timing) return timing.diagnostics();
        record_.kernel = std::move(timing->device);
        record_.host = std::move(timing->host);
        record_.warmUpRuns = timing->warmUpRuns;
        if (!timing->profiled)
            record_.diagnostics.push_back({"measure.no-profiling",
                                           Severity::Warning,
                                           {launch_.file.string(), 0, 0},
                                           "the driver does not profile events: kernel times are the host's",
                                           "they contain the overhead of the launch"});
        RoundTrip trip = timeRoundTrip(launch_, *prepared, settings_.transferRuns);
        std::move(trip.transfers.begin(), trip.transfers.end(), std::back_inserter(record_.transfers));
        record_.total = std::move(trip.total);
        record_.warp.why = "not asked for";
        if (!settings_.warpLatency) return {};
        if (onTimed_) onTimed_(record_);
        record_.warp = measureWarps(resolved_, *prepared, record_.kernel, settings_);
        return {};
    }

private:
    /// What OpenCL itself tells, where the build log says nothing.
    void addKernelFacts(const PreparedLaunch& prepared) {
        const cl::Kernel& kernel = prepared.built.kernel;
        records::BuildFacts& facts = record_.build;
        if (!facts.localBytes)
            facts.localBytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(prepared.device);
        if (!facts.privateBytes)
            facts.privateBytes = kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(prepared.device);
    }

    /// The first run: its outputs must be right.
    Diagnostics check(PreparedLaunch& prepared) {
        cl_int error = enqueue(prepared, prepared.built.kernel, launch_.range);
        if (error == CL_SUCCESS) error = prepared.queue.finish();
        if (error != CL_SUCCESS) return {runFailure(launch_, error)};
        auto outputs = readBuffers(launch_, prepared.buffers, prepared.queue, false, settings_.transferRuns,
                                   record_.transfers);
        if (!outputs) return outputs.diagnostics();
        if (!launch_.reference) return {};

        std::optional<LaunchOutput> other;
        if (resolved_.reference) {
            auto ran = runLaunch(*resolved_.reference, device_);
            if (!ran) return ran.diagnostics();
            other = std::move(*ran);
        }
        auto verification = verify(launch_, *outputs, references_, other ? &other->buffers : nullptr);
        if (!verification) return verification.diagnostics();
        record_.verification = std::move(*verification);
        if (!record_.verification.passed()) {
            record_.status = records::MeasurementStatus::WrongOutput;
            record_.diagnostics = wrongOutputs(launch_, record_.verification);
        }
        return {};
    }

    const records::ResolvedLaunch& resolved_;
    const Launch& launch_;
    std::size_t device_;
    const records::MeasureSettings& settings_;
    const records::References& references_;
    const std::function<void(const Measurement&)>& onTimed_;
    Measurement& record_;
};

} // namespace

Measurement measureLaunch(const records::ResolvedLaunch& resolved, std::size_t deviceIndex,
                          const records::MeasureSettings& settings, const records::References& references,
                          const std::function<void(const Measurement&)>& onTimed) {
    Measurement record;
    record.launch = resolved.launch;
    record.fingerprint = fingerprint(resolved);
    record.settings = settings;
    stampNow(record);
    record.status = records::MeasurementStatus::Ok;
    if (const auto devices = findDevices(); devices && deviceIndex < devices->size())
        record.device = factsOf((*devices)[deviceIndex]);
    Diagnostics faults;
    try {
        faults = LaunchMeasurer(resolved, deviceIndex, settings, references, onTimed, record).run();
    } catch (const std::bad_alloc&) {
        faults = {Diagnostic{"measure.allocation-failed",
                             Severity::Error,
                             {resolved.launch.file.string(), 0, 0},
                             "the host has not enough memory for the launch's buffers",
                             "reduce their counts"}};
    }
    if (hasErrors(faults)) record.status = records::MeasurementStatus::Failed;
    record.diagnostics.insert(record.diagnostics.end(), faults.begin(), faults.end());
    return record;
}

} // namespace warpstring::measure
