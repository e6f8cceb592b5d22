// SPDX-License-Identifier: GPL-3.0-or-later
// How good the simulation of one spec is: a comparison by sets and suites of launches, against their targets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/records/accuracy_sets.h"
#include "study/accuracy/ratio_error.h"
#include "study/comparison/comparison.h"
#include "study/schedule/launch_schedule.h"

namespace warpstring::accuracy {

/// MAPE of a group without each of its kernels in turn, as fractions.
struct LeaveOneOut {
    double least = 0, greatest = 0;
    std::string leastWithout, greatestWithout; ///< the kernels left out, "folder/kernel"
};

/// One quantity of a group of launches or of one kernel's.
struct AssessedQuantity {
    records::Accuracy accuracy;
    records::Accuracy withUnsure;                    ///< with the points whose simulation is unsure
    std::size_t excluded = 0;                        ///< points that do not count
    std::optional<double> leastError, greatestError; ///< signed, as fractions
    std::optional<LeaveOneOut> leaveOneOut;          ///< of groups with two kernels or more
};

enum class GroupKind { Every, Set, Suite };

struct AssessedGroup {
    std::string name;
    std::string description;
    GroupKind kind = GroupKind::Set;
    AssessedQuantity kernelTime, warpLatency;
    std::vector<records::FamilyRanking> families; ///< by kernel time, among the launches of the group alone
    records::RankingTotals ranking;               ///< of `families`
    RatioErrors ratios;                           ///< likewise
    records::RegisterErrors registers;

    [[nodiscard]] const AssessedQuantity& of(records::Quantity quantity) const {
        return quantity == records::Quantity::KernelTime ? kernelTime : warpLatency;
    }
    /// Nothing where there are no points, and for rankings by another quantity than kernel time.
    [[nodiscard]] std::optional<double> valueOf(records::AccuracyMetric metric,
                                                records::Quantity quantity) const;
};

struct AssessedKernel {
    std::string name; ///< "folder/kernel"
    std::string set;
    AssessedQuantity kernelTime, warpLatency;
};

struct AssessedTarget {
    records::AccuracyTarget target;
    std::optional<double> reached;
    [[nodiscard]] bool met() const;
};

struct AssessedLaunch {
    comparison::ComparedLaunch compared;
    std::string sample; ///< the folder
    std::string kernel; ///< "folder/kernel"
    std::string set;
};

struct Assessment {
    std::string spec, device;
    records::CacheState cache = records::CacheState::Warm;
    std::vector<std::string> drivers;
    std::string firstTaken, lastTaken; ///< of the records, UTC
    std::vector<AssessedLaunch> launches;
    std::vector<AssessedGroup> groups;   ///< every set that is not apart, then the sets, then the suites
    std::vector<AssessedKernel> kernels; ///< in the order of the launches
    std::vector<AssessedTarget> targets;
    std::vector<schedule::LaunchSchedule>
        schedules; ///< set by whoever simulates them; assess() leaves it empty

    /// The group of a name; nullptr where there is none.
    [[nodiscard]] const AssessedGroup* group(std::string_view name) const;
};

/// Assesses the launches whose records have `cache`. Fails with accuracy.nothing-measured, or
/// accuracy.several-devices when the comparison is of more than one spec or device.
[[nodiscard]] Result<Assessment> assess(const comparison::Comparison& comparison,
                                        const records::AccuracySets& sets, records::CacheState cache);

/// Which kernels and launches the launch files below a folder have. Files that are faulty are left out.
[[nodiscard]] Result<records::SampleNames> sampleNames(const std::filesystem::path& folder);

/// "MAPE of all", "warp latency: MAPE of all"
[[nodiscard]] std::string titleOf(const records::AccuracyTarget& target);
/// "at most 15 %", "below 6.4 %", "at least 0.9"
[[nodiscard]] std::string boundText(const records::AccuracyTarget& target);
/// "12.3 %"; tau as a number; "-" for nothing.
[[nodiscard]] std::string valueText(records::AccuracyMetric metric, const std::optional<double>& value);

} // namespace warpstring::accuracy
