// SPDX-License-Identifier: GPL-3.0-or-later
// Curves over a swept value: launches that have all else in common.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "study/charts/chart_words.h"

namespace warpstring::charts {

namespace {

void addNames(const std::vector<SweptValue>& swept, std::vector<std::string>& names) {
    for (const SweptValue& value : swept)
        if (std::find(names.begin(), names.end(), value.name) == names.end()) names.push_back(value.name);
}

/// Puts points into curves: the first with the same key, or a new one.
class Curves {
public:
    explicit Curves(const std::string& over) : over_(over) {}

    /// The point goes nowhere where its launch was not swept by this value.
    void add(const std::string& launch, const std::string& file, const std::vector<SweptValue>& swept,
             const SweepSeries& kind, SweepSeries::Point point) {
        const SweptValue* value = nullptr;
        std::string rest;
        for (const SweptValue& each : swept)
            if (each.name == over_ && value == nullptr)
                value = &each;
            else
                rest += "," + each.name + "=" + each.text;
        if (value == nullptr) return;
        point.text = value->text;
        const std::string stem = launch.substr(0, launch.find(','));
        const auto key = std::tuple(file, rest, kind.spec, kind.device, kind.cache);
        const auto [at, added] = places_.emplace(key, series_.size());
        if (added) {
            series_.push_back(kind);
            series_.back().variant = stem + rest;
        }
        series_[at->second].points.push_back(std::move(point));
    }

    [[nodiscard]] std::vector<SweepSeries> take() { return std::move(series_); }

private:
    std::string over_;
    std::vector<SweepSeries> series_;
    std::map<std::tuple<std::string, std::string, std::string, std::string, records::CacheState>, std::size_t>
        places_;
};

} // namespace

std::vector<std::string> sweptNames(const comparison::Comparison& comparison) {
    std::vector<std::string> names;
    for (const comparison::ComparedLaunch& launch : comparison.launches) addNames(launch.swept, names);
    return names;
}

std::vector<std::string> sweptNames(const std::vector<batch::BatchRow>& rows) {
    std::vector<std::string> names;
    for (const batch::BatchRow& row : rows) addNames(row.swept, names);
    return names;
}

std::vector<SweepSeries> sweepSeries(const comparison::Comparison& comparison, const ChartOptions& options) {
    Curves curves(options.swept);
    const ChartedLaunches charted = chartedLaunches(comparison, options);
    for (const std::size_t index : charted.indices) {
        const comparison::ComparedLaunch& launch = comparison.launches[index];
        const comparison::ComparedQuantity& values = launch.of(options.quantity);
        SweepSeries kind;
        kind.spec = launch.spec;
        kind.device = launch.device;
        kind.cache = launch.cache;
        SweepSeries::Point point;
        point.simulated = values.simulated;
        point.measured = values.measured;
        point.lowerBound = values.lowerBound;
        point.upperBound = values.upperBound;
        point.measuredMad = values.measuredMad;
        point.excluded = !values.isCounted();
        point.name = chartedName(launch, charted.differ, true);
        point.detail = valuesText(values, options.quantity);
        point.launch = index;
        curves.add(launch.launch, launch.file, launch.swept, kind, std::move(point));
    }
    return curves.take();
}

std::vector<SweepSeries> sweepSeries(const std::vector<batch::BatchRow>& rows, const ChartOptions& options) {
    Curves curves(options.swept);
    std::set<std::string> specs;
    for (const batch::BatchRow& row : rows) specs.insert(row.spec);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const batch::BatchRow& row = rows[i];
        if (!row.figures) continue;
        comparison::ComparedQuantity values;
        const bool time = options.quantity == records::Quantity::KernelTime;
        values.simulated = time ? row.figures->kernelTimeUs : row.figures->warpLatencyCycles;
        if (const auto* bounds = row.figures->reportedBounds()) {
            values.lowerBound = time ? bounds->lowerTimeUs : bounds->lowerLatencyCycles;
            values.upperBound = time ? bounds->upperTimeUs : bounds->upperLatencyCycles;
        }
        SweepSeries kind;
        kind.spec = row.spec;
        SweepSeries::Point point;
        point.simulated = values.simulated;
        point.lowerBound = values.lowerBound;
        point.upperBound = values.upperBound;
        point.name = row.launch + (specs.size() > 1 ? ", " + row.spec : "");
        point.detail = valuesText(values, options.quantity);
        point.launch = i;
        curves.add(row.launch, row.file, row.swept, kind, std::move(point));
    }
    return curves.take();
}

} // namespace warpstring::charts
