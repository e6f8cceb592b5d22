// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/measure_sequence.h"

#include <chrono>
#include <new>
#include <optional>

#include "core/measure/worker/cache_flush.h"
#include "core/measure/worker/kernel_timing.h"
#include "core/measure/worker/launch_run.h"
#include "core/measure/worker/sequence_run.h"

namespace warpstring::measure {

using records::SequenceMeasurement;

namespace {

/// The reference's launch with one output, the one that is compared.
Launch withOutput(const records::ResolvedSequence& resolved, const std::string& parameter) {
    const SequenceReference& reference = *resolved.sequence.reference;
    Launch launch = reference.launch;
    launch.file = resolved.sequence.file;
    for (auto& [name, argument] : launch.arguments) {
        auto* image = std::get_if<ImageArgument>(&argument);
        auto* buffer = image != nullptr ? &image->texels : std::get_if<BufferArgument>(&argument);
        if (buffer != nullptr) buffer->access = name == parameter ? BufferAccess::Write : BufferAccess::Read;
    }
    launch.reference.emplace();
    launch.reference->function = reference.function;
    launch.reference->tolerance = reference.tolerance;
    if (reference.function.empty()) launch.reference->launch = std::make_shared<const Launch>(reference.launch);
    return launch;
}

class SequenceMeasurer {
public:
    SequenceMeasurer(const records::ResolvedSequence& resolved, std::size_t device,
                     const records::MeasureSettings& settings, const records::References& references,
                     SequenceMeasurement& record)
        : resolved_(resolved), device_(device), settings_(settings), references_(references), record_(record) {}

    Diagnostics run() {
        auto runner = SequenceRunner::create(resolved_, device_);
        if (!runner) return runner.diagnostics();
        runner_ = std::move(*runner);
        const auto first = runner_->run();
        if (!first) return first.diagnostics();
        if (Diagnostics faults = check(); hasErrors(faults)) return faults;
        return time();
    }

private:
    /// What the first run left must be right.
    Diagnostics check() {
        if (!resolved_.sequence.reference) return {};
        const SequenceReference& reference = *resolved_.sequence.reference;
        std::optional<LaunchOutput> other;
        if (reference.function.empty()) {
            auto ran = runLaunch(*resolved_.reference, device_);
            if (!ran) return ran.diagnostics();
            other = std::move(*ran);
        }
        for (const auto& [name, parameter] : reference.buffers) {
            auto contents = runner_->read(name);
            if (!contents) return contents.diagnostics();
            const Launch launch = withOutput(resolved_, parameter);
            auto verification = verify(launch, {{parameter, std::move(*contents)}}, references_,
                                       other ? &other->buffers : nullptr);
            if (!verification) return verification.diagnostics();
            for (records::VerifiedBuffer& buffer : verification->buffers) buffer.buffer = name;
            for (Diagnostic& wrong : wrongOutputs(launch, *verification))
                record_.diagnostics.push_back(std::move(wrong));
            record_.verification.reference = verification->reference;
            std::move(verification->buffers.begin(), verification->buffers.end(),
                      std::back_inserter(record_.verification.buffers));
        }
        if (!record_.verification.passed()) record_.status = records::MeasurementStatus::WrongOutput;
        return {};
    }

    /// A run from the initial contents of all buffers; seconds count into the warm-up.
    Result<SequenceTimes> runOnce(double& seconds) {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        cl_int error = runner_->restoreAll();
        if (error == CL_SUCCESS && flush_) error = flush_->run(runner_->queue().queue);
        if (error == CL_SUCCESS) error = runner_->queue().queue.finish();
        if (error != CL_SUCCESS) return runFailure(runner_->launchOf(0), error);
        auto times = runner_->run();
        if (!times) return times;
        const std::chrono::duration<double> whole = Clock::now() - begin;
        // As in kernel_timing.cpp: emptying the caches keeps the device busy as well.
        seconds += flush_ ? whole.count() : 1e-9 * (times->profiled ? times->kernelsNs : times->hostNs);
        return times;
    }

    Diagnostics time() {
        if (settings_.cache == records::CacheState::Cold) {
            auto flush = CacheFlush::create(runner_->queue().context, runner_->queue().device);
            if (!flush) return flush.diagnostics();
            flush_ = std::move(*flush);
        }
        double seconds = 0;
        for (; wantsWarmUp(record_.warmUpRuns, seconds, settings_); ++record_.warmUpRuns)
            if (const auto times = runOnce(seconds); !times) return times.diagnostics();

        bool profiled = true;
        std::vector<double>& kernels = record_.kernels.ns;
        std::vector<double>& host = record_.host.ns;
        do {
            const auto times = runOnce(seconds);
            if (!times) return times.diagnostics();
            profiled = profiled && times->profiled;
            kernels.push_back(times->kernelsNs);
            host.push_back(times->hostNs);
            record_.span.ns.push_back(times->spanNs);
            for (std::size_t i = 0; i < record_.steps.size(); ++i)
                record_.steps[i].all.ns.push_back(times->stepNs[i]);
        } while (wantsMore(profiled ? kernels : host, settings_.stop, settings_.exclusion));
        if (!profiled) withoutProfiling();
        finish(record_.kernels);
        finish(record_.span);
        finish(record_.host);
        for (records::StepMeasurement& step : record_.steps) finish(step.all);
        if (runner_->restoreAll() != CL_SUCCESS) return {};
        RoundTrip trip = runner_->timeWithTransfers(settings_.transferRuns);
        record_.transfers = std::move(trip.transfers);
        record_.total = std::move(trip.total);
        return {};
    }

    void withoutProfiling() {
        record_.kernels.ns = record_.host.ns;
        record_.span.ns.clear();
        for (records::StepMeasurement& step : record_.steps) step.all.ns.clear();
        record_.diagnostics.push_back({"measure.no-profiling",
                                       Severity::Warning,
                                       {resolved_.sequence.file.string(), 0, 0},
                                       "the driver does not profile events: times are the host's, of all steps",
                                       "they contain the overhead of the launches"});
    }

    void finish(records::Samples& samples) const {
        samples.statistics = statisticsOf(samples.ns, settings_.exclusion);
    }

    const records::ResolvedSequence& resolved_;
    std::size_t device_;
    const records::MeasureSettings& settings_;
    const records::References& references_;
    SequenceMeasurement& record_;
    std::optional<SequenceRunner> runner_;
    std::optional<CacheFlush> flush_;
};

} // namespace

SequenceMeasurement measureSequence(const records::ResolvedSequence& resolved, std::size_t deviceIndex,
                                    const records::MeasureSettings& settings,
                                    const records::References& references) {
    SequenceMeasurement record = records::recordFor(resolved, settings);
    record.status = records::MeasurementStatus::Ok;
    if (const auto devices = findDevices(); devices && deviceIndex < devices->size())
        record.device = factsOf((*devices)[deviceIndex]);
    Diagnostics faults;
    try {
        faults = SequenceMeasurer(resolved, deviceIndex, settings, references, record).run();
    } catch (const std::bad_alloc&) {
        faults = {Diagnostic{"measure.allocation-failed",
                             Severity::Error,
                             {resolved.sequence.file.string(), 0, 0},
                             "the host has not enough memory for the sequence's buffers",
                             "reduce their counts"}};
    }
    if (hasErrors(faults)) record.status = records::MeasurementStatus::Failed;
    record.diagnostics.insert(record.diagnostics.end(), faults.begin(), faults.end());
    return record;
}

} // namespace warpstring::measure
