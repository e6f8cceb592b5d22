// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/overlap/overlap.h"

#include <algorithm>
#include <map>

#include "core/files/launches/launch_sweep.h"
#include "core/records/resolved_launch.h"
#include "core/text/text_format.h"
#include "study/batch/graph_cache.h"
#include "study/comparison/own_device.h"
#include "tuning/strip/strip.h"

namespace warpstring::overlap {

namespace {

using records::Measurement;

/// A launch and the text of its kernel, wherever that is.
struct Part {
    Launch launch;
    std::string source;
};

class OverlapFinder {
public:
    OverlapFinder(const batch::BatchPlan& plan, const std::vector<Measurement>& records,
                  const OverlapOptions& options)
        : plan_(plan), spec_(plan.specs().front()), options_(options) {
        const bool own = options.device.empty() && !options.anyDevice;
        for (const auto& record : records)
            if (record.status != records::MeasurementStatus::Failed && record.settings.cache == options.cache &&
                lowered(record.device.name).find(lowered(options.device)) != std::string::npos &&
                (!own || comparison::isOwnDevice(spec_, record.device.name)))
                byPrint_[record.fingerprint] = &record;
    }

    Diagnostics addFile(files::LaunchSweep sweep) {
        Strips strips;
        for (std::uint64_t i = 0; i < sweep.count(); ++i) {
            if (isStopped(options_.cancellation))
                return {options_.cancellation->refusal({sweep.path().string(), 0, 0})};
            if (sweep.nameOf(i).find(options_.filter) == std::string::npos) continue;
            auto launch = sweep.at(i);
            if (!launch) return launch.diagnostics();
            if (!plan_.settings().options.empty()) launch->options += " " + plan_.settings().options;
            const auto resolved = records::resolve(*launch);
            if (!resolved) return resolved.diagnostics();
            const auto record = byPrint_.find(fingerprint(*resolved));
            if (record == byPrint_.end()) continue;
            if (!strips.isMade) makeStrips(sweep.path(), strips);
            add({std::move(*launch), resolved->sourceText}, *record->second, strips, i);
        }
        return {};
    }

    std::vector<LaunchOverlap> found;

private:
    struct Strips {
        bool isMade = false;
        std::vector<strip::Stripped> memory, chip;
        std::string refusal;
    };

    void makeStrips(const std::filesystem::path& file, Strips& strips) const {
        strips.isMade = true;
        const auto text = transform::readKernelText(file);
        if (!text) {
            strips.refusal = text.diagnostics().front().message;
            return;
        }
        transform::RewriteOptions settings;
        settings.addressBits = spec_.device.addressBits;
        settings.buildOptions = plan_.settings().options;
        settings.cancellation = options_.cancellation;
        for (const auto kind : {strip::StripKind::MemoryOnly, strip::StripKind::OnChipOnly}) {
            auto made = strip::strip(*text, {kind, {}}, settings);
            if (!made) {
                strips.refusal = made.diagnostics().front().message;
                return;
            }
            (kind == strip::StripKind::MemoryOnly ? strips.memory : strips.chip) = std::move(*made);
        }
    }

    /// The strip of a launch of the sweep.
    static std::optional<Part> partOf(const std::vector<strip::Stripped>& strips, std::uint64_t index,
                                      std::vector<std::string>& notes) {
        for (const auto& one : strips) {
            if (one.index && *one.index != index) continue;
            auto sweep = files::LaunchSweep::parse(one.text.launch, one.text.launchPath);
            if (!sweep) return std::nullopt;
            sweep->assumeSource(one.text.sourcePath);
            auto launch = sweep->at(one.index ? 0 : index);
            if (!launch) return std::nullopt;
            launch->source = one.text.sourcePath;
            notes.insert(notes.end(), one.notes.begin(), one.notes.end());
            return Part{std::move(*launch), one.text.source};
        }
        return std::nullopt;
    }

    std::optional<double> measuredUs(const Part& part) const {
        const auto record =
            byPrint_.find(fingerprint(records::ResolvedLaunch{part.launch, part.source, nullptr}));
        if (record == byPrint_.end()) return std::nullopt;
        return record->second->kernel.statistics.median * 1e-3;
    }

    std::optional<double> simulatedUs(const Part& part) {
        const auto graph =
            graphs_.graphFor(part.launch, part.source, spec_.device.addressBits, plan_.settings().sourceShape,
                             options_.cancellation, spec_.execution.warpSize);
        if (!*graph) return std::nullopt;
        SimulationOptions settings;
        settings.evaluation.threshold = plan_.settings().threshold;
        settings.model = plan_.settings().model;
        settings.cancellation = options_.cancellation;
        settings.assembler = graphs_.assemblies().assembler(options_.cancellation);
        const auto simulation = simulate(**graph, part.launch, spec_, settings);
        if (!simulation) return std::nullopt;
        return simulation->kernelTimeUs();
    }

    void add(const Part& whole, const Measurement& record, const Strips& strips, std::uint64_t index) {
        LaunchOverlap one{whole.launch.name, whole.launch.kernel, record.device.name, {}, {}, {},
                          strips.refusal};
        one.measured.overhead = one.simulated.overhead = spec_.host.kernelStartUs;
        if (strips.refusal.empty()) {
            const auto memory = partOf(strips.memory, index, one.notes),
                       chip = partOf(strips.chip, index, one.notes);
            if (!memory || !chip) return;
            one.measured.memory = measuredUs(*memory);
            one.measured.chip = measuredUs(*chip);
            if (!one.measured.memory && !one.measured.chip) return;
            one.measured.full = record.kernel.statistics.median * 1e-3;
            one.simulated.full = simulatedUs(whole);
            one.simulated.memory = simulatedUs(*memory);
            one.simulated.chip = simulatedUs(*chip);
        }
        found.push_back(std::move(one));
    }

    const batch::BatchPlan& plan_;
    const HardwareSpec& spec_;
    const OverlapOptions& options_;
    std::map<std::string, const Measurement*> byPrint_;
    batch::GraphCache graphs_;
};

} // namespace

std::optional<double> OverlapTimes::share() const {
    if (!full || !memory || !chip) return std::nullopt;
    const double a = *memory - overhead, b = *chip - overhead, whole = *full - overhead;
    const double less = std::min(a, b);
    if (less < 0.01 * whole || whole <= 0) return std::nullopt;
    return (a + b - whole) / less;
}

Result<std::vector<LaunchOverlap>>
overlaps(const batch::BatchPlan& plan, const std::vector<Measurement>& records, const OverlapOptions& options) {
    OverlapFinder finder(plan, records, options);
    for (const auto& file : plan.files())
        if (auto faults = finder.addFile(file); !faults.empty()) return faults;
    if (finder.found.empty())
        return Diagnostic{"overlap.nothing-measured",
                          Severity::Error,
                          {},
                          "no launch has records of itself and of its strips",
                          "tools/measure-overlap makes a plan of all three"};
    return std::move(finder.found);
}

} // namespace warpstring::overlap
