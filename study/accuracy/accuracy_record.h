// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of an assessment in a file, and whether later ones are worse: what keeps the accuracy from
// slipping. Schema "warpstring.accuracy/1" (docs/json.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "study/accuracy/assessment.h"

namespace warpstring::accuracy {

struct AccuracyFigure {
    std::string of; ///< a set or suite
    records::Quantity quantity = records::Quantity::KernelTime;
    std::string metric; ///< "points" or the name of an AccuracyMetric
    double value = 0;   ///< a fraction of 1, but for "points" and "least_tau"
};

/// How far the schedule of a launch was off.
struct ScheduleRecord {
    std::string launch;
    std::size_t groups = 0;     ///< compared
    double completionError = 0; ///< a fraction of 1, as are the rest
    double durationError = 0;   ///< of the median group, without its sign
};

/// How far ratios of kernel times within families are off, in a set or suite.
struct RatioRecord {
    std::string of;
    RatioErrors errors;
};

struct AccuracyRecord {
    std::string spec, device;
    records::CacheState cache = records::CacheState::Warm;
    double margin = 0; ///< by which figures may be worse
    std::vector<AccuracyFigure> figures;
    std::vector<ScheduleRecord> schedules;
    std::vector<RatioRecord> ratios; ///< of the groups that have pairs of variants

    /// Of a set or suite on this device: below the median difference nothing is to be said; nullptr: not known.
    [[nodiscard]] const RatioErrors* ratioErrors(std::string_view of) const;
};

/// Every metric of every group that has points, the errors of schedules and those of ratios.
[[nodiscard]] AccuracyRecord recordOf(const Assessment& assessment, double margin);
[[nodiscard]] std::string toJson(const AccuracyRecord& record);
/// accuracy.bad-record when it is none.
[[nodiscard]] Result<AccuracyRecord> parseAccuracyRecord(std::string_view text,
                                                         const std::filesystem::path& path);

/// What is worse in `now` than in `then` by more than the margin of `then`: accuracy.worse;
/// accuracy.fewer-points when a group or a schedule has lost some; accuracy.not-recorded for what only one of
/// them has; accuracy.other-record when they are of different devices. Better figures are notes
/// (accuracy.better).
[[nodiscard]] Diagnostics guard(const AccuracyRecord& now, const AccuracyRecord& then,
                                const std::filesystem::path& recordFile);

/// Whether the tables of targets and of schedules in a report tell what was reached, to within the margin:
/// accuracy.stale-report.
[[nodiscard]] Diagnostics checkReport(const Assessment& assessment, double margin, std::string_view markdown,
                                      const std::filesystem::path& reportFile);

} // namespace warpstring::accuracy
