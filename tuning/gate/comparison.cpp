// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "pdg/evaluation/evaluation.h"
#include "tuning/findings/kernel_place.h"
#include "tuning/gate/kept_launch.h"
#include "tuning/gate/label_lines.h"
#include "tuning/gate/launch_changes.h"
#include "tuning/gate/self_contained.h"

namespace warpstring::gate {

namespace {

/// Of the slowdown, from which on a cause is told.
constexpr double leastShare = 0.1;
/// By which a time that was written down with six digits may differ from itself.
constexpr double roundingOfTimes = 1e-5;

/// A launch with all that its advice needs; it is not moved, as advice refers to it.
struct Simulated {
    Launch launch;
    batch::GraphCache::Graph graph;
    std::optional<Simulation> simulation;
    Diagnostics faults; ///< where there is no simulation, or only a faulty one

    [[nodiscard]] bool isFaulty() const { return !simulation || hasErrors(faults); }
    [[nodiscard]] double timeUs() const { return simulation ? simulation->kernelTimeUs() : 0; }
};

class OnDevice {
public:
    OnDevice(const HardwareSpec& spec, const GateOptions& options, batch::GraphCache& graphs)
        : spec_(spec), options_(options), graphs_(graphs) {}

    /// `text`: in place of the launch's source; null: its file.
    [[nodiscard]] Simulated simulated(const Launch& launch, const std::string* text) const {
        Simulated made{launch, nullptr, std::nullopt, {}};
        const Cancellation cancellation(options_.interrupted, options_.timeLimit);
        const int bits = spec_.device.addressBits, subGroup = spec_.execution.warpSize;
        made.graph = text != nullptr
                         ? graphs_.graphFor(launch, *text, bits, options_.sourceShape, &cancellation, subGroup)
                         : graphs_.graphFor(launch, bits, options_.sourceShape, &cancellation, subGroup);
        if (!*made.graph) {
            made.faults = made.graph->diagnostics();
            return made;
        }
        auto simulation = simulate(**made.graph, launch, spec_, settings(cancellation));
        if (!simulation) {
            made.faults = simulation.diagnostics();
            return made;
        }
        made.faults = simulation->diagnostics;
        made.simulation = std::move(*simulation);
        return made;
    }

    [[nodiscard]] advice::Advice advised(const Simulated& of) const {
        const Cancellation cancellation(options_.interrupted, options_.timeLimit);
        advice::AdviceOptions how;
        how.simulation = settings(cancellation);
        return advise({**of.graph, of.launch, spec_, *of.simulation}, how);
    }

private:
    [[nodiscard]] SimulationOptions settings(const Cancellation& cancellation) const {
        SimulationOptions settings;
        settings.model = options_.model;
        settings.evaluation.threshold = options_.threshold;
        settings.cancellation = &cancellation;
        settings.assembler = graphs_.assemblies().assembler(&cancellation);
        return settings;
    }

    const HardwareSpec& spec_;
    const GateOptions& options_;
    batch::GraphCache& graphs_;
};

bool leavesItsBuffers(const Simulated& launch) {
    return std::any_of(launch.faults.begin(), launch.faults.end(),
                       [](const Diagnostic& fault) { return fault.code == evaluation::outOfRangeCode; });
}

/// In time that would go with all causes of a kind.
std::map<advice::CauseKind, double> costsOf(const advice::Advice& advice) {
    std::map<advice::CauseKind, double> costs;
    for (const auto& finding : advice.findings)
        costs[finding.kind] = std::max(0.0, finding.gain) * advice.timeUs;
    return costs;
}

std::vector<CauseChange> grownCauses(const advice::Advice& before, const advice::Advice& now) {
    auto costsBefore = costsOf(before);
    std::vector<CauseChange> grown;
    for (const auto& [kind, nowUs] : costsOf(now)) {
        const double beforeUs = costsBefore[kind];
        if (nowUs - beforeUs < leastShare * (now.timeUs - before.timeUs)) continue;
        const auto finding = std::find_if(now.findings.begin(), now.findings.end(),
                                          [&, of = kind](const auto& each) { return each.kind == of; });
        grown.push_back({kind, beforeUs, nowUs, "", {}});
        if (finding->parts.empty()) continue;
        const auto& cause = finding->parts.front().cause;
        grown.back().place = cause.place.at;
        if (!cause.isOfLaunch()) grown.back().name = nameOf(cause);
    }
    std::stable_sort(grown.begin(), grown.end(),
                     [](const auto& a, const auto& b) { return a.nowUs - a.beforeUs > b.nowUs - b.beforeUs; });
    return grown;
}

Verdict verdictOf(double beforeUs, double nowUs, double limit) {
    if (nowUs > beforeUs * (1 + limit)) return Verdict::Slower;
    return beforeUs > nowUs * (1 + limit) ? Verdict::Faster : Verdict::Same;
}

/// The baseline's launch, as it was; of another problem, its kernel with the launch as it is now, where that
/// can be.
Simulated simulatedBefore(const CurrentLaunch& now, const BaselineLaunch& before, const std::string& text,
                          const std::filesystem::path& folder, const OnDevice& device, Outcome& outcome) {
    if (outcome.isOtherProblem && now.launch) {
        Launch mixed = *now.launch;
        mixed.kernel = before.launch.kernel;
        mixed.annotations = before.launch.annotations; // which are of lines of the source
        Simulated made = device.simulated(withLabelLines(std::move(mixed), text), &text);
        if (!made.isFaulty()) return made;
    }
    outcome.isOtherProblem = false;
    Launch old = withPathsFrom(folder, before.launch);
    // For what selfContained() has left in: an include whose name a macro makes up.
    if (now.launch) old.options += onlyIncludes(now.launch->options);
    return device.simulated(withLabelLines(std::move(old), text), &text);
}

} // namespace

std::string_view name(Verdict verdict) {
    switch (verdict) {
    case Verdict::Same: return "same";
    case Verdict::Slower: return "slower";
    case Verdict::Faster: return "faster";
    case Verdict::Fails: return "fails";
    case Verdict::StillFails: return "still-fails";
    case Verdict::Works: return "works";
    }
    return "";
}

const Diagnostic* worstFault(const Diagnostics& faults) {
    const auto worst = std::max_element(faults.begin(), faults.end(),
                                        [](const auto& a, const auto& b) { return a.severity < b.severity; });
    return worst == faults.end() ? nullptr : &*worst;
}

CurrentLaunch currentLaunch(const std::filesystem::path& path, const std::string& name, Result<Launch> launch,
                            const std::filesystem::path& folder) {
    CurrentLaunch current{path, relativeTo(folder, path), name};
    if (!launch) {
        current.faults = launch.diagnostics();
        return current;
    }
    current.launch = *launch;
    current.launch->file = path;
    current.kept = keptLaunch(*current.launch, folder);
    const auto source = frontend::readKernelSource(launch->source.string());
    if (!source)
        current.faults = source.diagnostics();
    else
        current.text = selfContained(launch->source, source->text, launch->options);
    return current;
}

Outcome compareLaunch(const CurrentLaunch& now, const BaselineLaunch& before, const Baseline& baseline,
                      const std::filesystem::path& folder, const HardwareSpec& spec, const GateOptions& options,
                      batch::GraphCache& graphs) {
    Outcome outcome{now.file, now.name, spec.name};
    const std::string& text = baseline.sources.at(before.source);
    if (now.launch) {
        const auto changes = launchChanges(before.launch, now.kept);
        outcome.launchChange = changes.text;
        outcome.isOtherProblem = changes.isOtherProblem;
        const std::string source = now.launch->source.string();
        const auto written = frontend::readKernelSource(source);
        outcome.kernel = findings::kernelPlace(source, written ? written->text : "", now.launch->kernel);
    }
    const OnDevice device(spec, options, graphs);
    Simulated is{{}, nullptr, std::nullopt, now.faults};
    if (now.launch && now.faults.empty()) is = device.simulated(*now.launch, nullptr);
    const bool isSameWork = outcome.launchChange.empty() && now.launch && now.text == text;
    const Simulated was = isSameWork ? is : simulatedBefore(now, before, text, folder, device, outcome);
    outcome.nowUs = is.timeUs();
    outcome.beforeUs = was.timeUs();
    if (const auto written = before.timesUs.find(spec.name);
        written != before.timesUs.end() && !outcome.isOtherProblem && was.simulation)
        outcome.isOtherModel =
            std::abs(written->second - outcome.beforeUs) > roundingOfTimes * outcome.beforeUs;
    if (is.isFaulty() || (leavesItsBuffers(is) && !leavesItsBuffers(was) && !was.isFaulty())) {
        outcome.verdict = was.isFaulty() ? Verdict::StillFails : Verdict::Fails;
        outcome.faults = is.faults;
        return outcome;
    }
    if (was.isFaulty()) {
        outcome.verdict = Verdict::Works;
        return outcome;
    }
    outcome.verdict = verdictOf(outcome.beforeUs, outcome.nowUs, options.mostRegression);
    if (outcome.verdict == Verdict::Slower)
        outcome.causes = grownCauses(device.advised(was), device.advised(is));
    return outcome;
}

Result<double> timeOf(const CurrentLaunch& now, const HardwareSpec& spec, const GateOptions& options,
                      batch::GraphCache& graphs) {
    if (!now.faults.empty()) return now.faults;
    const Simulated is = OnDevice(spec, options, graphs).simulated(*now.launch, nullptr);
    if (is.isFaulty()) return is.faults;
    return is.timeUs();
}

} // namespace warpstring::gate
