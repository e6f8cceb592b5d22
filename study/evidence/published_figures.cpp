// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/published_figures.h"

#include <algorithm>
#include <map>

#include "study/batch/collected_rows.h"
#include "study/batch/launch_folders.h"

namespace warpstring::evidence {

namespace {

Result<batch::BatchPlan> planOf(const PublishedTable& table, const HardwareSpec& spec) {
    std::vector<std::filesystem::path> paths;
    for (const PublishedRow& row : table.rows)
        if (std::find(paths.begin(), paths.end(), row.launchFile) == paths.end())
            paths.push_back(row.launchFile);
    auto files = batch::openLaunches(paths);
    if (!files) return files.diagnostics();
    return batch::BatchPlan(std::move(*files), {spec}, {});
}

/// Times by the launch file and the name of the launch.
using Times = std::map<std::pair<std::filesystem::path, std::string>, batch::BatchRow>;

Result<Times> simulate(const PublishedTable& table, const HardwareSpec& spec, int jobs) {
    const auto plan = planOf(table, spec);
    if (!plan) return plan.diagnostics();
    std::vector<bool> wanted;
    wanted.reserve(plan->rows());
    batch::RowNames names(*plan);
    for (std::uint64_t row = 0; row < plan->rows(); ++row)
        wanted.push_back(std::any_of(table.rows.begin(), table.rows.end(), [&](const PublishedRow& published) {
            return published.launch == names.at(row).launch;
        }));
    batch::BatchOptions options;
    options.jobs = jobs;
    options.wanted = [&](std::uint64_t row) { return wanted[row]; };
    auto collection = batch::collectRows(*plan, options);
    if (!collection.faults.empty()) return std::move(collection.faults);
    Times times;
    for (batch::BatchRow& row : collection.rows) {
        if (!wanted[row.index]) continue;
        const auto& file = plan->files()[plan->placeOf(row.index).file].path();
        std::string launch = row.launch;
        times.emplace(std::pair(file.lexically_normal(), std::move(launch)), std::move(row));
    }
    return times;
}

/// What is smaller for what is faster, in us where that can be.
double toMicroseconds(const PublishedRow& row, PublishedUnit unit) {
    switch (unit) {
    case PublishedUnit::Microseconds:
    case PublishedUnit::Rank: return row.value;
    case PublishedUnit::Milliseconds: return row.value * 1e3;
    case PublishedUnit::Seconds: return row.value * 1e6;
    case PublishedUnit::GigabytesPerSecond: return 1 / row.value;
    }
    return row.value;
}

} // namespace

Result<HeldTable> hold(const PublishedTable& table, const HardwareSpec& spec, int jobs) {
    const auto times = simulate(table, spec, jobs);
    if (!times) return times.diagnostics();
    HeldTable held;
    Diagnostics faults;
    std::vector<records::PredictedPoint> ordered, compared;
    const bool isTime = table.unit != PublishedUnit::GigabytesPerSecond && table.unit != PublishedUnit::Rank;
    for (const PublishedRow& row : table.rows) {
        const auto found = times->find({row.launchFile, row.launch});
        if (found == times->end()) {
            faults.push_back({"published.no-launch", Severity::Error, row.place,
                              "there is no launch " + row.launch + " in " + row.launchFile.string(),
                              "`warpstring batch` lists the names of a file's launches"});
            continue;
        }
        if (!found->second.figures) {
            faults.push_back({"published.not-simulated", Severity::Error, row.place,
                              row.launch + " cannot be simulated on " + spec.name,
                              "`warpstring simulate` says why"});
            continue;
        }
        const double simulated = found->second.figures->kernelTimeUs;
        held.simulatedUs.push_back(simulated);
        const records::PredictedPoint point{row.launch, row.family, simulated, toMicroseconds(row, table.unit)};
        if (!row.family.empty()) ordered.push_back(point);
        if (isTime && !row.orderOnly) compared.push_back(point);
    }
    if (!faults.empty()) return faults;
    held.families = records::rankFamilies(ordered);
    if (!compared.empty()) held.times = records::accuracyOf(compared);
    return held;
}

} // namespace warpstring::evidence
