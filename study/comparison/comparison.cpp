// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/comparison.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/records/resolved_launch.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"
#include "study/comparison/own_device.h"

namespace warpstring::comparison {

using batch::BatchRow;
using records::Measurement;

namespace {

std::string percent(double fraction) { return formatted("%.0f %%", 100 * fraction); }

/// The fingerprint of every launch of a plan; empty for those that cannot be resolved. A source is read once.
std::vector<std::string> fingerprintsOf(const batch::BatchPlan& plan) {
    std::vector<std::string> fingerprints;
    std::unordered_map<std::string, std::string> sources;
    for (files::LaunchSweep sweep : plan.files())
        for (std::uint64_t i = 0; i < sweep.count(); ++i) {
            fingerprints.emplace_back();
            auto launch = sweep.at(i);
            if (!launch) continue;
            if (!plan.settings().options.empty()) launch->options += " " + plan.settings().options;
            auto source = sources.find(launch->source.string());
            if (const std::string* edited = plan.editedSource(launch->source);
                edited != nullptr && source == sources.end())
                source = sources.emplace(launch->source.string(), *edited).first;
            if (source == sources.end()) {
                const auto resolved = records::resolve(*launch);
                if (!resolved) continue;
                source = sources.emplace(launch->source.string(), resolved->sourceText).first;
            }
            fingerprints.back() =
                fingerprint(records::ResolvedLaunch{std::move(*launch), source->second, nullptr});
        }
    return fingerprints;
}

/// A reason for not counting a point, and how much of it.
struct Fault {
    Exclusion exclusion = Exclusion::None;
    std::string detail;
};

/// What keeps a record from being believed, whatever the quantity.
Fault faultOf(const Measurement& record) {
    if (record.status == records::MeasurementStatus::Failed)
        return {Exclusion::NotMeasured, record.diagnostics.empty() ? "" : record.diagnostics.front().code};
    if (record.status == records::MeasurementStatus::WrongOutput) return {Exclusion::WrongOutputs, ""};
    if (const double spread = relativeSpread(record.kernel); spread > mostSpread)
        return {Exclusion::WideSpread, percent(spread)};
    return {};
}

/// What keeps a simulation from being judged.
Fault faultOf(const BatchRow& row) {
    if (!row.figures) {
        const auto error = std::find_if(row.diagnostics.begin(), row.diagnostics.end(),
                                        [](const Diagnostic& d) { return d.severity == Severity::Error; });
        return {Exclusion::NotSimulated, error == row.diagnostics.end() ? "unknown" : error->code};
    }
    if (row.figures->bounds) {
        // How much hangs on what is not known, the closed form tells: its range, by its own time.
        const auto& bounds = *row.figures->bounds;
        const double time =
            row.figures->closedForm ? row.figures->closedForm->kernelTimeUs : row.figures->kernelTimeUs;
        const double width = time > 0 ? (bounds.upperTimeUs - bounds.lowerTimeUs) / time : 0;
        if (!(width <= mostSpread))
            return {Exclusion::WideBounds, durationText(bounds.lowerTimeUs) + " to " +
                                               durationText(bounds.upperTimeUs) + " in the closed form"};
    }
    return {};
}

void exclude(ComparedQuantity& quantity, Fault fault) {
    quantity.exclusion = fault.exclusion;
    quantity.detail = std::move(fault.detail);
}

ComparedLaunch simulated(const BatchRow& row) {
    ComparedLaunch result;
    result.launch = row.launch;
    result.file = row.file;
    result.kernel = row.kernel;
    result.family = row.family;
    result.spec = row.spec;
    result.swept = row.swept;
    if (row.figures) {
        result.kernelTime.simulated = row.figures->kernelTimeUs;
        result.warpLatency.simulated = row.figures->warpLatencyCycles;
        result.simulatedWarps = row.figures->warpSpread;
        result.boundBy = row.figures->boundBy;
        result.limiter = row.figures->limiter;
        result.registers = row.figures->registers;
        result.parts = row.figures->parts;
        result.closedForm = row.figures->closedForm;
        if (const auto* bounds = row.figures->reportedBounds()) {
            result.kernelTime.lowerBound = bounds->lowerTimeUs;
            result.kernelTime.upperBound = bounds->upperTimeUs;
            result.warpLatency.lowerBound = bounds->lowerLatencyCycles;
            result.warpLatency.upperBound = bounds->upperLatencyCycles;
        }
    }
    return result;
}

/// Older records have the 95th percentile alone beside the quartiles; between them it lies on a line.
double p90Of(const records::Distribution& warps) {
    return warps.p90 > 0 ? warps.p90 : warps.p75 + (warps.p95 - warps.p75) * 0.75;
}

/// A mean's 95 % confidence interval in standard errors.
constexpr double confidence95 = 1.96;

ComparedLaunch compared(const BatchRow& row, const Measurement& record) {
    ComparedLaunch result = simulated(row);
    result.device = record.device.name;
    result.driver = record.device.driver;
    result.takenAt = record.takenAt;
    result.cache = record.settings.cache;
    if (record.build.registers) result.builtRegisters = static_cast<int>(*record.build.registers);
    if (record.status != records::MeasurementStatus::Failed) {
        const records::SampleStatistics& kernel = record.kernel.statistics;
        result.kernelTime.measured = kernel.median * 1e-3;
        result.kernelTime.measuredMad = kernel.mad * 1e-3;
        result.kernelTime.measuredLow = (kernel.median - confidence95 * kernel.standardError) * 1e-3;
        result.kernelTime.measuredHigh = (kernel.median + confidence95 * kernel.standardError) * 1e-3;
        if (record.warp.measurable) {
            // The mean, as simulated: where few warps work the median is that of the others.
            result.warpLatency.measured = record.warp.warps.mean;
            result.measuredWarps =
                timeline::WarpSpread{record.warp.warps.median, p90Of(record.warp.warps), record.warp.warps.max};
            result.warpLatency.measuredLow = record.warp.warps.p25;
            result.warpLatency.measuredHigh = record.warp.warps.p75;
        }
    }
    Fault fault = faultOf(record);
    if (fault.exclusion == Exclusion::None) fault = faultOf(row);
    exclude(result.kernelTime, fault);
    exclude(result.warpLatency, fault);
    if (fault.exclusion != Exclusion::None) return result;
    const Fault nothing{Exclusion::NoTime, ""};
    if (!(*result.kernelTime.simulated > 0)) exclude(result.kernelTime, nothing);
    if (!record.settings.warpLatency)
        exclude(result.warpLatency, {Exclusion::NotAskedFor, ""});
    else if (!record.warp.measurable)
        exclude(result.warpLatency, {Exclusion::NotMeasurable, record.warp.why});
    else if (record.warp.probeChangedCode)
        exclude(result.warpLatency, {Exclusion::ProbeChangedTime, percent(record.warp.probedRatio - 1)});
    else if (!(*result.warpLatency.simulated > 0))
        exclude(result.warpLatency, nothing);
    return result;
}

/// The latency of a launch that the probe slowed down is that of the kernel with the probe: so it is simulated.
void compareProbed(ComparedLaunch& launch, const Measurement& record, batch::RowSimulator& simulator,
                   std::uint64_t row, const ComparisonOptions& options) {
    if (launch.warpLatency.exclusion != Exclusion::ProbeChangedTime) return;
    const Cancellation cancellation(options.cancel, options.timeLimit);
    const auto figures =
        simulator.probed(row, record.warp.warpSize, record.warp.stampedFraction, &cancellation);
    if (!figures || !(figures->warpLatencyCycles > 0)) return;
    // Where the device takes for the probe what no simulation of it shows, it has compiled something else.
    const double told = figures->kernelTimeUs / *launch.kernelTime.simulated;
    if (!(std::abs(told / record.warp.probedRatio - 1) <= mostSpread)) return;
    launch.probed = {figures->kernelTimeUs, record.warp.probed.statistics.median * 1e-3,
                     launch.warpLatency.simulated};
    launch.warpLatency.simulated = figures->warpLatencyCycles;
    launch.simulatedWarps = figures->warpSpread;
    launch.parts = figures->parts;
    if (launch.closedForm && figures->closedForm)
        launch.closedForm->warpLatencyCycles = figures->closedForm->warpLatencyCycles;
    if (const auto* bounds = figures->reportedBounds()) {
        launch.warpLatency.lowerBound = bounds->lowerLatencyCycles;
        launch.warpLatency.upperBound = bounds->upperLatencyCycles;
    }
    exclude(launch.warpLatency, {Exclusion::None, ""});
}

/// Records by the fingerprints of what they measured, those of one by device, warm caches first.
class RecordsByFingerprint {
public:
    RecordsByFingerprint(const std::vector<Measurement>& records, const std::vector<HardwareSpec>& specs,
                         const ComparisonOptions& options)
        : records_(records), used_(records.size()), anyDevice_(options.anyDevice || !options.device.empty()) {
        std::vector<std::size_t> order(records.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tie(records[a].device.name, records[a].settings.cache) <
                   std::tie(records[b].device.name, records[b].settings.cache);
        });
        for (const std::size_t i : order)
            if (lowered(records[i].device.name).find(lowered(options.device)) != std::string::npos)
                indices_.emplace(records[i].fingerprint, i); // equal ones keep that order
        for (const HardwareSpec& spec : specs) {
            std::map<std::string, bool> own;
            for (const std::size_t i : order)
                if (const std::string& device = records[i].device.name; !own.contains(device))
                    own.emplace(device, isOwnDevice(spec, device));
            ownDevices_.push_back(std::move(own));
        }
    }

    /// Whatever their devices. Those are matched from now on.
    std::vector<const Measurement*> of(const std::string& fingerprint) {
        std::vector<const Measurement*> found;
        if (fingerprint.empty()) return found;
        const auto [first, last] = indices_.equal_range(fingerprint);
        for (auto record = first; record != last; ++record) {
            used_[record->second] = true;
            found.push_back(&records_[record->second]);
        }
        return found;
    }

    /// Whether the record is of the device of the spec of that number.
    [[nodiscard]] bool isOwn(const Measurement& record, std::size_t spec) const {
        return ownDevices_[spec].at(record.device.name);
    }
    /// Whether it is laid beside that spec.
    [[nodiscard]] bool isWanted(const Measurement& record, std::size_t spec) const {
        return anyDevice_ || isOwn(record, spec);
    }

    /// Whether there is one to lay beside that spec.
    [[nodiscard]] bool holds(const std::string& fingerprint, std::size_t spec) const {
        if (fingerprint.empty()) return false;
        const auto [first, last] = indices_.equal_range(fingerprint);
        return std::any_of(first, last,
                           [&](const auto& record) { return isWanted(records_[record.second], spec); });
    }

    [[nodiscard]] std::vector<std::string> unmatched() const {
        std::vector<std::string> names;
        for (const auto& [print, index] : indices_)
            if (!used_[index]) names.push_back(records_[index].launch.name);
        return names;
    }

private:
    const std::vector<Measurement>& records_;
    std::multimap<std::string, std::size_t> indices_;
    std::vector<std::map<std::string, bool>> ownDevices_; ///< by spec: the devices of the records
    std::vector<bool> used_;
    bool anyDevice_;
};

/// Puts the rows of a batch beside their records as they come.
class ComparingSink : public batch::RowSink {
public:
    ComparingSink(const batch::BatchPlan& plan, batch::GraphCache& graphs,
                  const std::vector<Measurement>& records, const ComparisonOptions& options)
        : simulator_(plan, graphs), plan_(plan), specs_(plan.specs().size()),
          fingerprints_(fingerprintsOf(plan)), records_(records, plan.specs(), options), options_(options),
          hasOwn_(specs_), otherDevices_(specs_) {}

    void encode(BatchRow row, batch::EncodedRows& into) const override {
        ++into.count;
        into.errors += row.isError() ? 1 : 0;
        into.rows.push_back(std::move(row));
    }
    [[nodiscard]] Diagnostics write(batch::EncodedRows rows) override {
        const std::size_t before = comparison_.launches.size();
        for (BatchRow& row : rows.rows) {
            ofLaunch_.push_back(std::move(row));
            if (ofLaunch_.size() < specs_) continue;
            compareLaunch();
            ofLaunch_.clear();
        }
        if (options_.onCompared && comparison_.launches.size() > before)
            options_.onCompared({comparison_.launches.begin() + static_cast<std::ptrdiff_t>(before),
                                 comparison_.launches.end()});
        return {};
    }
    [[nodiscard]] Diagnostics finish(bool) override { return {}; }

    /// Whether there is something to lay beside the row. Safe to call from several threads.
    [[nodiscard]] bool isWanted(std::uint64_t row) const {
        return options_.withUnmeasured || records_.holds(fingerprints_[row / specs_], row % specs_);
    }

    [[nodiscard]] Comparison result(bool complete) && {
        comparison_.complete = complete;
        if (complete) comparison_.unmatchedRecords = records_.unmatched();
        comparison_.summaries = summariesOf(comparison_.launches);
        std::set<std::string> devices;
        for (std::size_t spec = 0; spec < specs_; ++spec) {
            if (hasOwn_[spec] || otherDevices_[spec].empty()) continue;
            comparison_.specsWithoutRecords.push_back(plan_.specs()[spec].name);
            devices.insert(otherDevices_[spec].begin(), otherDevices_[spec].end());
        }
        comparison_.otherDevices = {devices.begin(), devices.end()};
        return std::move(comparison_);
    }

private:
    void compareLaunch() {
        const std::string& fingerprint = fingerprints_[launch_++];
        const auto records = records_.of(fingerprint);
        if (!records.empty() && !seen_.insert(fingerprint).second) return;
        bool measured = false;
        for (std::size_t spec = 0; spec < specs_; ++spec)
            measured = compareRow(ofLaunch_[spec], spec, records) || measured;
        if (!measured) comparison_.unmeasured.push_back(ofLaunch_.front().launch);
    }

    /// Whether there was a record to lay beside it.
    bool compareRow(const BatchRow& row, std::size_t spec, const std::vector<const Measurement*>& records) {
        bool any = false, own = false;
        for (const Measurement* record : records) {
            const bool isOwn = records_.isOwn(*record, spec);
            own = own || isOwn;
            if (!isOwn) otherDevices_[spec].insert(record->device.name);
            if (!records_.isWanted(*record, spec)) continue;
            any = true;
            comparison_.launches.push_back(compared(row, *record));
            comparison_.launches.back().ownDevice = isOwn;
            compareProbed(comparison_.launches.back(), *record, simulator_, row.index, options_);
        }
        hasOwn_[spec] = hasOwn_[spec] || own;
        if (options_.withUnmeasured && !own && (options_.anyDevice || !any)) {
            comparison_.launches.push_back(simulated(row));
            const Exclusion why = records.empty() ? Exclusion::NotMeasured : Exclusion::OtherDevice;
            for (auto* quantity :
                 {&comparison_.launches.back().kernelTime, &comparison_.launches.back().warpLatency})
                exclude(*quantity, row.figures ? Fault{why, ""} : faultOf(row));
        }
        return any;
    }

    batch::RowSimulator simulator_; ///< of probed launches
    const batch::BatchPlan& plan_;
    std::size_t specs_;
    std::vector<std::string> fingerprints_; ///< by launch of the plan
    RecordsByFingerprint records_;
    const ComparisonOptions& options_;
    std::vector<BatchRow> ofLaunch_; ///< the rows so far of the launch at hand
    std::size_t launch_ = 0;         ///< of the plan
    std::set<std::string> seen_;     ///< sweeps of one sample may share a launch: it counts once
    std::vector<bool> hasOwn_;       ///< by spec: whether a launch has a record of its own device
    std::vector<std::set<std::string>> otherDevices_; ///< by spec: those of the other records
    Comparison comparison_;
};

} // namespace

std::optional<double> ComparedQuantity::signedError() const {
    if (!simulated || !measured || !(*measured > 0)) return std::nullopt;
    return (*simulated - *measured) / *measured;
}

std::string titleOf(const ComparisonSummary& summary) {
    return summary.spec + " against " + summary.device + (summary.ownDevice ? "" : ", another device") +
           (summary.cache == records::CacheState::Cold ? ", caches cold" : "");
}

Diagnostics ownDeviceNotes(const Comparison& comparison) {
    std::string devices;
    for (const std::string& device : comparison.otherDevices)
        devices += (devices.empty() ? "" : ", ") + ("\"" + device + "\"");
    const bool nothing = std::all_of(comparison.launches.begin(), comparison.launches.end(),
                                     [](const ComparedLaunch& launch) { return launch.device.empty(); });
    Diagnostics notes;
    for (const std::string& spec : comparison.specsWithoutRecords)
        notes.push_back({"compare.no-own-device",
                         nothing ? Severity::Error : Severity::Warning,
                         {},
                         "no record of these launches is of the device of " + spec,
                         "there are records of " + devices +
                             ": --device NAME lays the spec beside those of one, --any-device beside all"});
    return notes;
}

std::vector<ComparisonSummary> summariesOf(const std::vector<ComparedLaunch>& launches) {
    using Key = std::tuple<std::string, std::string, records::CacheState>;
    std::vector<Key> keys;
    std::map<Key, std::vector<const ComparedLaunch*>> groups;
    for (const ComparedLaunch& launch : launches) {
        if (launch.device.empty()) continue;
        const Key key(launch.spec, launch.device, launch.cache);
        if (groups[key].empty()) keys.push_back(key);
        groups[key].push_back(&launch);
    }
    std::vector<ComparisonSummary> summaries;
    for (const Key& key : keys)
        for (const records::Quantity quantity :
             {records::Quantity::KernelTime, records::Quantity::WarpLatency}) {
            ComparisonSummary summary;
            std::tie(summary.spec, summary.device, summary.cache) = key;
            summary.ownDevice = groups[key].front()->ownDevice;
            summary.quantity = quantity;
            std::vector<records::PredictedPoint> points;
            for (const ComparedLaunch* launch : groups[key]) {
                const ComparedQuantity& compared = launch->of(quantity);
                if (compared.isCounted())
                    points.push_back({launch->launch, launch->family, *compared.simulated, *compared.measured});
                else if (compared.exclusion != Exclusion::NotAskedFor)
                    ++summary.excluded;
            }
            summary.accuracy = accuracyOf(points);
            if (quantity == records::Quantity::KernelTime) summary.families = rankFamilies(points);
            summaries.push_back(std::move(summary));
        }
    return summaries;
}

Result<Comparison> compare(const batch::BatchPlan& plan, const std::vector<Measurement>& records,
                           const ComparisonOptions& options) {
    batch::GraphCache graphs;
    ComparingSink sink(plan, graphs, records, options);
    batch::BatchOptions run;
    run.jobs = options.jobs;
    run.cancel = options.cancel;
    run.timeLimit = options.timeLimit;
    run.onProgress = options.onProgress;
    run.wanted = [&](std::uint64_t row) { return sink.isWanted(row); };
    const batch::BatchOutcome outcome = runBatch(plan, graphs, sink, run);
    if (!outcome.faults.empty()) return outcome.faults;
    return std::move(sink).result(!outcome.cancelled);
}

} // namespace warpstring::comparison
