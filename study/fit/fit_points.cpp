// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/fit_points.h"

#include <algorithm>
#include <map>

#include "core/records/resolved_launch.h"
#include "core/text/text_format.h"
#include "study/batch/graph_cache.h"
#include "study/comparison/own_device.h"
#include "study/fit/features.h"

namespace warpstring::fit {

namespace {

using records::Measurement;

std::map<std::string, const Measurement*>
usable(const batch::BatchPlan& plan, const std::vector<Measurement>& records, const FitPointOptions& options) {
    const bool own = options.device.empty() && !options.anyDevice;
    std::map<std::string, const Measurement*> byPrint;
    for (const auto& record : records)
        if (record.status == records::MeasurementStatus::Ok && record.settings.cache == options.cache &&
            record.kernel.statistics.median > 0 &&
            lowered(record.device.name).find(lowered(options.device)) != std::string::npos &&
            (!own || comparison::isOwnDevice(plan.specs().front(), record.device.name)))
            byPrint[record.fingerprint] = &record;
    return byPrint;
}

bool isHeldOut(const FitPoint& point, const std::vector<std::string>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
        return point.launch.find(part) != std::string::npos || point.kernel.find(part) != std::string::npos;
    });
}

} // namespace

Result<FitPoints> fitPoints(const batch::BatchPlan& plan, const std::vector<Measurement>& records,
                            const std::vector<std::string>& features, const FitPointOptions& options) {
    const HardwareSpec& spec = plan.specs().front();
    const auto measured = usable(plan, records, options);
    FitPoints found;
    batch::GraphCache graphs;
    for (files::LaunchSweep sweep : plan.files())
        for (std::uint64_t i = 0; i < sweep.count(); ++i) {
            if (isStopped(options.cancellation))
                return options.cancellation->refusal({sweep.path().string(), 0, 0});
            if (sweep.nameOf(i).find(options.filter) == std::string::npos) continue;
            auto launch = sweep.at(i);
            if (!launch) return launch.diagnostics();
            if (!plan.settings().options.empty()) launch->options += " " + plan.settings().options;
            const auto resolved = records::resolve(*launch);
            if (!resolved) return resolved.diagnostics();
            const auto record = measured.find(fingerprint(*resolved));
            if (record == measured.end()) continue;
            const auto graph = graphs.graphFor(*launch, spec.device.addressBits, plan.settings().sourceShape,
                                               options.cancellation, spec.execution.warpSize);
            evaluation::EvaluationOptions settings;
            settings.threshold = plan.settings().threshold;
            settings.cancellation = options.cancellation;
            const auto evaluated = *graph ? evaluation::evaluate(**graph, *launch, spec, settings)
                                          : Result<evaluation::Evaluation>(graph->diagnostics());
            if (!evaluated) {
                Diagnostic why = evaluated.diagnostics().front();
                why.severity = Severity::Warning;
                found.diagnostics.push_back(std::move(why));
                continue;
            }
            FitPoint point{launch->name, launch->source.filename().string() + ": " + launch->kernel,
                           record->second->kernel.statistics.median * 1e-3,
                           featureValues(features, **graph, *launch, *evaluated), false};
            point.isHeldOut = isHeldOut(point, options.heldOut);
            if (found.device.empty()) found.device = record->second->device.name;
            if (found.device != record->second->device.name)
                return Diagnostic{"fit.several-devices",
                                  Severity::Error,
                                  {},
                                  "there are records of " + found.device + " and of " +
                                      record->second->device.name,
                                  "choose one with --device"};
            found.points.push_back(std::move(point));
        }
    if (found.points.empty())
        return Diagnostic{
            "fit.nothing-measured",
            Severity::Error,
            {},
            "no launch has a record" + std::string(options.device.empty() && !options.anyDevice
                                                       ? " on the device of " + spec.name
                                                       : ""),
            "'warpstring measure' makes records; --records names others, --device another device"};
    return found;
}

} // namespace warpstring::fit
