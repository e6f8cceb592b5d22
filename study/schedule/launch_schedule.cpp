// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/schedule/launch_schedule.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/records/resolved_launch.h"
#include "core/text/text_format.h"
#include "study/batch/graph_cache.h"
#include "study/comparison/own_device.h"

namespace warpstring::schedule {

namespace {

struct FoundLaunch {
    Launch launch;
    std::string print; ///< fingerprint
};

Diagnostic fault(const ScheduleRequest& request, const char* code, const std::string& message,
                 const std::string& hint) {
    return {std::string("schedule.") + code, Severity::Error, request.place,
            "\"" + request.launch + "\": " + message, hint};
}

Result<FoundLaunch> findLaunch(const batch::BatchPlan& plan, const ScheduleRequest& request) {
    std::vector<std::string> names;
    for (files::LaunchSweep sweep : plan.files())
        for (std::uint64_t i = 0; i < sweep.count(); ++i) {
            names.push_back(sweep.nameOf(i));
            if (names.back() != request.launch) continue;
            auto launch = sweep.at(i);
            if (!launch) return launch.diagnostics();
            if (!plan.settings().options.empty()) launch->options += " " + plan.settings().options;
            if (plan.settings().registers) launch->registers = *plan.settings().registers;
            const auto resolved = records::resolve(*launch);
            if (!resolved) return resolved.diagnostics();
            return FoundLaunch{std::move(*launch), fingerprint(*resolved)};
        }
    const std::string closest = closestName(request.launch, names);
    return fault(request, "unknown-launch", "there is no such launch",
                 closest.empty() ? "'warpstring batch' lists the names of launches"
                                 : "did you mean \"" + closest + "\"?");
}

Result<const records::Measurement*> findRecord(const FoundLaunch& found,
                                               const std::vector<records::Measurement>& records,
                                               const HardwareSpec& spec, const ScheduleRequest& request,
                                               const ScheduleOptions& options) {
    const bool own = options.device.empty() && !options.anyDevice;
    const auto record = std::find_if(records.begin(), records.end(), [&](const records::Measurement& each) {
        return each.fingerprint == found.print && each.settings.cache == options.cache &&
               lowered(each.device.name).find(lowered(options.device)) != std::string::npos &&
               (!own || comparison::isOwnDevice(spec, each.device.name));
    });
    if (record == records.end() || record->status != records::MeasurementStatus::Ok)
        return fault(request, "not-measured",
                     "there is no record of it" + (own ? " on the device of " + spec.name : "") + " with " +
                         std::string(name(options.cache)) + " caches and right outputs",
                     "'warpstring measure' makes one; --device names another device");
    const records::WarpMeasurement& warp = record->warp;
    if (!warp.measurable || warp.groupSpans.empty())
        return fault(request, "no-stamps", "the record has no starts and ends of work-groups",
                     "they are measured with the warp latency, on devices whose multiprocessors have a clock");
    if (warp.stampedFraction < 1)
        return fault(request, "sampled",
                     formatted("only %.0f %% of its work-groups were stamped", 100 * warp.stampedFraction),
                     "of larger launches groups are left out: measure one of at most 131,072 warps");
    if (warp.probeChangedCode)
        return fault(request, "probe-changed-code",
                     formatted("with the probe it takes %.0f %% of its time", 100 * warp.probedRatio),
                     "the schedule is that of other code: choose a launch that the probe does not change");
    return &*record;
}

Result<LaunchSchedule> scheduleOfLaunch(const batch::BatchPlan& plan,
                                        const std::vector<records::Measurement>& records,
                                        const ScheduleRequest& request, const ScheduleOptions& options) {
    const HardwareSpec& spec = plan.specs().front();
    const auto found = findLaunch(plan, request);
    if (!found) return found.diagnostics();
    const auto record = findRecord(*found, records, spec, request, options);
    if (!record) return record.diagnostics();
    const Launch& launch = found->launch;
    batch::GraphCache graphs;
    const auto graph = graphs.graphFor(launch, spec.device.addressBits, plan.settings().sourceShape, nullptr,
                                       spec.execution.warpSize);
    if (!*graph) return graph->diagnostics();
    SimulationOptions settings;
    settings.evaluation.threshold = plan.settings().threshold;
    settings.model = ModelChoice::Timeline;
    settings.timeline.mostOperations = options.mostOperations;
    settings.timeline.budget = std::max(settings.timeline.budget, 8 * options.mostOperations);
    const Cancellation cancellation(options.cancel);
    settings.cancellation = &cancellation;
    settings.assembler = graphs.assemblies().assembler(&cancellation);
    const auto simulation = simulate(**graph, launch, spec, settings);
    if (!simulation) return simulation.diagnostics();
    if (!simulation->timeline)
        return fault(request, "too-long", "its timeline would take more operations than are simulated",
                     "choose a launch with less work for each work-group");
    const timeline::KernelTimeline& timeline = *simulation->timeline;
    if (timeline.extrapolation.find("loops") != std::string::npos)
        return fault(request, "loops-extrapolated", "its loops are too long to be simulated trip by trip",
                     "choose a launch with less work for each work-group");

    const records::WarpMeasurement& warp = (*record)->warp;
    LaunchSchedule result;
    result.launch = request.launch;
    result.behaviour = request.behaviour;
    result.remark = request.remark;
    result.kernel = launch.kernel;
    result.spec = spec.name;
    result.device = (*record)->device.name;
    result.takenAt = (*record)->takenAt;
    result.cache = options.cache;
    result.sm = warp.detailedSm;
    result.probedRatio = warp.probedRatio;
    for (const records::SmSchedule& sm : warp.schedule) {
        result.fewestGroups = result.mostGroups == 0 ? sm.groups : std::min(result.fewestGroups, sm.groups);
        result.mostGroups = std::max(result.mostGroups, sm.groups);
        if (sm.sm == warp.detailedSm) result.measuredGroups = sm.groups;
    }
    const auto multiprocessors = static_cast<std::uint64_t>(spec.execution.multiprocessors);
    result.simulatedGroups = (launch.range.groupCount() + multiprocessors - 1) / multiprocessors;
    result.measured = warp.groupSpans;
    for (const timeline::GroupRun& group : timeline.sample.groups)
        result.simulated.push_back({group.group, group.start, group.end});
    result.comparison = compareSchedules(result.measured, result.simulated);
    return result;
}

} // namespace

Result<std::vector<LaunchSchedule>> launchSchedules(const batch::BatchPlan& plan,
                                                    const std::vector<records::Measurement>& records,
                                                    const std::vector<ScheduleRequest>& requests,
                                                    const ScheduleOptions& options) {
    if (plan.specs().size() != 1)
        return Diagnostic{"schedule.several-specs",
                          Severity::Error,
                          {},
                          "a schedule is simulated on one device",
                          "name one spec with --spec"};
    std::vector<Result<LaunchSchedule>> each(requests.size(), LaunchSchedule{});
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < requests.size(); i = next++)
            each[i] = scheduleOfLaunch(plan, records, requests[i], options);
    };
    std::vector<std::jthread> others;
    for (int job = 1; job < options.jobs && static_cast<std::size_t>(job) < requests.size(); ++job)
        others.emplace_back(work);
    work();
    others.clear();

    std::vector<LaunchSchedule> schedules;
    Diagnostics faults;
    for (auto& schedule : each) {
        if (schedule)
            schedules.push_back(std::move(*schedule));
        else
            faults.insert(faults.end(), schedule.diagnostics().begin(), schedule.diagnostics().end());
    }
    if (!faults.empty()) return faults;
    return schedules;
}

bool hasLaunch(const batch::BatchPlan& plan, const std::string& name) {
    for (files::LaunchSweep sweep : plan.files())
        for (std::uint64_t i = 0; i < sweep.count(); ++i)
            if (sweep.nameOf(i) == name) return true;
    return false;
}

} // namespace warpstring::schedule
