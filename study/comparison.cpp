// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "core/resolved_launch.h"
#include "core/text_format.h"
#include "study/collected_rows.h"
#include "study/row_text.h"

namespace warpstring {

namespace {

/// Beyond this a measurement, or a simulation with bounds, says too little to judge by.
constexpr double mostSpread = 0.3;

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string percent(double fraction) { return formatted("%.0f %%", 100 * fraction); }

/// The fingerprint of every launch of a plan; empty for those that cannot be resolved. A source is read once.
std::vector<std::string> fingerprintsOf(const BatchPlan& plan) {
    std::vector<std::string> fingerprints;
    std::unordered_map<std::string, std::string> sources;
    for (LaunchSweep sweep : plan.files())
        for (std::uint64_t i = 0; i < sweep.count(); ++i) {
            fingerprints.emplace_back();
            auto launch = sweep.at(i);
            if (!launch) continue;
            if (!plan.settings().options.empty()) launch->options += " " + plan.settings().options;
            auto source = sources.find(launch->source.string());
            if (source == sources.end()) {
                const auto resolved = resolve(*launch);
                if (!resolved) continue;
                source = sources.emplace(launch->source.string(), resolved->sourceText).first;
            }
            fingerprints.back() = fingerprint(ResolvedLaunch{std::move(*launch), source->second, nullptr});
        }
    return fingerprints;
}

/// A reason for listing a point apart, and how much of it; empty for none.
struct Fault {
    std::string reason, detail;
};

/// What keeps a record from being believed, whatever the quantity.
Fault faultOf(const Measurement& record) {
    if (record.status == MeasurementStatus::Failed)
        return {"not measured", record.diagnostics.empty() ? "" : record.diagnostics.front().code};
    if (record.status == MeasurementStatus::WrongOutput) return {"the outputs were wrong", ""};
    if (const double spread = relativeSpread(record.kernel); spread > mostSpread)
        return {"run-to-run spread above " + percent(mostSpread), percent(spread)};
    return {};
}

/// What keeps a simulation from being judged.
Fault faultOf(const BatchRow& row) {
    if (!row.figures) {
        const auto error = std::find_if(row.diagnostics.begin(), row.diagnostics.end(),
                                        [](const Diagnostic& d) { return d.severity == Severity::Error; });
        return {"not simulated", error == row.diagnostics.end() ? "unknown" : error->code};
    }
    if (row.figures->bounds && row.figures->kernelTimeUs > 0) {
        const auto& bounds = *row.figures->bounds;
        const double width = (bounds.upperTimeUs - bounds.lowerTimeUs) / row.figures->kernelTimeUs;
        if (!(width <= mostSpread))
            return {"bounds wider than " + percent(mostSpread),
                    numberText(bounds.lowerTimeUs) + " to " + numberText(bounds.upperTimeUs) + " us"};
    }
    return {};
}

void setApart(ComparedQuantity& quantity, Fault fault) {
    quantity.apart = std::move(fault.reason);
    quantity.detail = std::move(fault.detail);
}

ComparedLaunch compared(const BatchRow& row, const Measurement& record) {
    ComparedLaunch result;
    result.launch = row.launch;
    result.file = row.file;
    result.kernel = row.kernel;
    result.family = row.family;
    result.spec = row.spec;
    result.swept = row.swept;
    result.device = record.device.name;
    result.driver = record.device.driver;
    result.takenAt = record.takenAt;
    result.cache = record.settings.cache;
    if (row.figures) {
        result.kernel_us.simulated = row.figures->kernelTimeUs;
        result.warp_cycles.simulated = row.figures->warpLatencyCycles;
        result.boundBy = row.figures->boundBy;
        result.limiter = row.figures->limiter;
        result.parts = row.figures->parts;
        if (const auto& bounds = row.figures->bounds) {
            result.kernel_us.lowerBound = bounds->lowerTimeUs;
            result.kernel_us.upperBound = bounds->upperTimeUs;
            result.warp_cycles.lowerBound = bounds->lowerLatencyCycles;
            result.warp_cycles.upperBound = bounds->upperLatencyCycles;
        }
    }
    if (record.status != MeasurementStatus::Failed) {
        result.kernel_us.measured = record.kernel.statistics.median * 1e-3;
        result.kernel_us.measuredMad = record.kernel.statistics.mad * 1e-3;
        if (record.warp.measurable) result.warp_cycles.measured = record.warp.warps.median;
    }
    Fault fault = faultOf(record);
    if (fault.reason.empty()) fault = faultOf(row);
    setApart(result.kernel_us, fault);
    setApart(result.warp_cycles, fault);
    if (!fault.reason.empty()) return result;
    const Fault nothing{"simulated as taking no time", ""};
    if (!(*result.kernel_us.simulated > 0)) setApart(result.kernel_us, nothing);
    if (!record.settings.warpLatency)
        setApart(result.warp_cycles, {std::string(notAskedFor), ""});
    else if (!record.warp.measurable)
        setApart(result.warp_cycles, {"not measurable", record.warp.why});
    else if (record.warp.probeChangedCode)
        setApart(result.warp_cycles, {"the probe changed the kernel's time by more than 5 %",
                                      percent(record.warp.probedRatio - 1)});
    else if (!(*result.warp_cycles.simulated > 0))
        setApart(result.warp_cycles, nothing);
    return result;
}

std::vector<ComparisonSummary> summariesOf(const std::vector<ComparedLaunch>& launches) {
    using Key = std::tuple<std::string, std::string, CacheState>;
    std::vector<Key> keys;
    std::map<Key, std::vector<const ComparedLaunch*>> groups;
    for (const ComparedLaunch& launch : launches) {
        const Key key(launch.spec, launch.device, launch.cache);
        if (groups[key].empty()) keys.push_back(key);
        groups[key].push_back(&launch);
    }
    std::vector<ComparisonSummary> summaries;
    for (const Key& key : keys)
        for (const Quantity quantity : {Quantity::KernelTime, Quantity::WarpLatency}) {
            ComparisonSummary summary;
            std::tie(summary.spec, summary.device, summary.cache) = key;
            summary.quantity = quantity;
            std::vector<PredictedPoint> points;
            for (const ComparedLaunch* launch : groups[key]) {
                const ComparedQuantity& compared = launch->of(quantity);
                if (compared.apart.empty())
                    points.push_back({launch->launch, launch->family, *compared.simulated, *compared.measured});
                else if (compared.apart != notAskedFor)
                    ++summary.apart;
            }
            summary.accuracy = accuracyOf(points);
            if (quantity == Quantity::KernelTime) summary.families = rankFamilies(points);
            summaries.push_back(std::move(summary));
        }
    return summaries;
}

} // namespace

std::optional<double> ComparedQuantity::signedError() const {
    if (!simulated || !measured || !(*measured > 0)) return std::nullopt;
    return (*simulated - *measured) / *measured;
}

Result<Comparison> compare(const BatchPlan& plan, const std::vector<Measurement>& records,
                           const ComparisonOptions& options) {
    RowCollection rows;
    {
        BatchOptions run;
        run.jobs = options.jobs;
        run.cancel = options.cancel;
        run.onProgress = options.onProgress;
        rows = collectRows(plan, run);
    }
    if (!rows.faults.empty()) return rows.faults;
    if (rows.cancelled)
        return Diagnostic{
            "compare.interrupted", Severity::Error, {}, "interrupted", "compare fewer launches at a time"};

    std::vector<std::size_t> order(records.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(records[a].device.name, records[a].settings.cache) <
               std::tie(records[b].device.name, records[b].settings.cache);
    });
    std::multimap<std::string, std::size_t> byFingerprint; // equal ones keep that order
    for (const std::size_t i : order)
        if (lowered(records[i].device.name).find(lowered(options.device)) != std::string::npos)
            byFingerprint.emplace(records[i].fingerprint, i);

    Comparison comparison;
    std::vector<bool> used(records.size());
    const auto fingerprints = fingerprintsOf(plan);
    const std::size_t specs = plan.specs().size();
    std::map<std::string, bool> seen; // sweeps of one sample may share a launch: it counts once
    for (std::size_t launch = 0; launch < fingerprints.size(); ++launch) {
        const auto [first, last] = byFingerprint.equal_range(fingerprints[launch]);
        if (fingerprints[launch].empty() || first == last) {
            comparison.unmeasured.push_back(rows.rows[launch * specs].launch);
            continue;
        }
        if (std::exchange(seen[fingerprints[launch]], true)) continue;
        for (std::size_t spec = 0; spec < specs; ++spec)
            for (auto record = first; record != last; ++record) {
                used[record->second] = true;
                comparison.launches.push_back(
                    compared(rows.rows[launch * specs + spec], records[record->second]));
            }
    }
    for (const auto& [print, index] : byFingerprint)
        if (!used[index]) comparison.strangers.push_back(records[index].launch.name);
    comparison.summaries = summariesOf(comparison.launches);
    return comparison;
}

} // namespace warpstring
