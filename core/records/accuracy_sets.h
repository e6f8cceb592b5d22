// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels may be tuned on and which are only checked on, the suites whose figures are given together, and
// the targets of both: what an accuracy report is of (docs/measuring.md).
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"
#include "core/records/accuracy.h"
#include "core/records/measurement.h"

namespace warpstring::records {

/// A kernel's name or a pattern of names as a file has it. In a pattern each * stands for any text.
struct DeclaredName {
    std::string text;
    SourceLocation place;
};

/// Kernels are named "folder/kernel", the folder being that of the sample: "matmul/matmul_naive".
struct KernelSet {
    std::string name;
    std::string description;
    bool apart = false; ///< not among the launches that count together
    std::vector<DeclaredName> kernels;
    SourceLocation place;
};

/// Launches, by their names ("matmul-tiled-sizes,X=*") or by those of their kernels ("matmul/*").
struct LaunchSuite {
    std::string name;
    std::string description;
    std::vector<DeclaredName> launches;
    std::vector<DeclaredName> kernels;
    SourceLocation place;
};

/// Errors and shares are fractions of 1.
enum class AccuracyMetric {
    Mape,
    MedianError,
    P90Error,
    GeometricMeanError,
    Within10,
    Within20,
    Within2x,
    Bias,            ///< geometric mean of simulated to measured, less 1, without its sign
    PairsInOrder,    ///< share of the pairs within families that are simulated in the measured order
    LeastTau,        ///< Kendall's tau of the family that is ranked worst
    MeanTau,         ///< over families
    BestPicked,      ///< share of the families whose best variant is picked
    WorstPick,       ///< greatest loss of a family: what its pick takes longer than its best variant
    RegistersMedian, ///< median difference of registers a work-item, estimated and built
    RegistersWithin8 ///< share of the launches whose registers are told to within eight
};

inline constexpr std::array accuracyMetrics{AccuracyMetric::Mape,
                                            AccuracyMetric::MedianError,
                                            AccuracyMetric::P90Error,
                                            AccuracyMetric::GeometricMeanError,
                                            AccuracyMetric::Within10,
                                            AccuracyMetric::Within20,
                                            AccuracyMetric::Within2x,
                                            AccuracyMetric::Bias,
                                            AccuracyMetric::PairsInOrder,
                                            AccuracyMetric::LeastTau,
                                            AccuracyMetric::MeanTau,
                                            AccuracyMetric::BestPicked,
                                            AccuracyMetric::WorstPick,
                                            AccuracyMetric::RegistersMedian,
                                            AccuracyMetric::RegistersWithin8};

/// As in files: "mape", "within_20_percent".
[[nodiscard]] std::string_view name(AccuracyMetric metric);
/// For people: "MAPE", "share within 20 %".
[[nodiscard]] std::string_view title(AccuracyMetric metric);
[[nodiscard]] bool smallerIsBetter(AccuracyMetric metric);
[[nodiscard]] bool isOfRankings(AccuracyMetric metric);
[[nodiscard]] bool isOfRegisters(AccuracyMetric metric);
/// Whether it is one of Kendall's tau, a number from -1 to 1.
[[nodiscard]] bool isTau(AccuracyMetric metric);
/// Whether it is a share or an error, told in percent; tau and registers are plain numbers.
[[nodiscard]] bool isFraction(AccuracyMetric metric);

/// How far registers a work-item, as estimated, are from those that a driver's compiler took.
struct RegisterErrors {
    std::size_t count = 0; ///< launches whose records tell
    double median = 0;     ///< of the differences without their signs
    std::size_t within8 = 0;
};

/// Nothing where there are no points, or no families that are ranked.
[[nodiscard]] std::optional<double> valueOf(AccuracyMetric metric, const Accuracy& accuracy,
                                            const RankingTotals& ranking, const RegisterErrors& registers);

/// The name of all sets together that are not apart.
inline constexpr std::string_view everySet = "all";

struct AccuracyTarget {
    std::string of; ///< a set, a suite or `everySet`
    Quantity quantity = Quantity::KernelTime;
    AccuracyMetric metric = AccuracyMetric::Mape;
    double bound = 0;    ///< at most, or at least where larger is better
    bool strict = false; ///< the bound itself is missed
    std::string cause;   ///< why it is missed, as far as a person found out
    SourceLocation place;
};

/// What a person found out about the errors of a kernel.
struct ErrorCause {
    DeclaredName kernel;              ///< "folder/kernel"
    std::optional<Quantity> quantity; ///< none: of both
    std::string text;
};

/// A launch whose schedule of work-groups is shown beside the measured one.
struct ScheduledLaunch {
    DeclaredName launch;   ///< a name, no pattern
    std::string behaviour; ///< what it was chosen for
    std::string remark;    ///< what a person saw in it; may be empty
};

struct AccuracySets {
    std::filesystem::path file;
    std::string spec;   ///< a hardware spec's name
    std::string device; ///< a part of the device's name
    CacheState cache = CacheState::Warm;
    double margin = 0; ///< a figure may be worse by this much than recorded; figures are fractions of 1
    std::vector<KernelSet> sets;
    std::vector<LaunchSuite> suites;
    std::vector<AccuracyTarget> targets;
    std::vector<ErrorCause> causes;
    std::vector<ScheduledLaunch> schedules;

    /// The set that `kernel` ("folder/kernel") is declared in, the first if there are several; nullptr: none.
    [[nodiscard]] const KernelSet* setOf(std::string_view kernel) const;
    /// Empty where none is written down.
    [[nodiscard]] std::string causeOf(std::string_view kernel, Quantity quantity) const;
};

/// Whether a name fits a pattern.
[[nodiscard]] bool fits(std::string_view name, std::string_view pattern);
/// `kernel`: "folder/kernel".
[[nodiscard]] bool holds(const LaunchSuite& suite, std::string_view kernel, std::string_view launch);

/// "matmul/matmul_naive" for a kernel of samples/matmul/matmul-naive.toml.
[[nodiscard]] std::string sampleKernelName(const std::filesystem::path& launchFile, std::string_view kernel);

/// What the samples hold.
struct SampleNames {
    std::vector<std::string> kernels; ///< "folder/kernel"
    std::vector<std::string> launches;
};

/// Faults of sets that name what is not there, leave out a kernel or have one in two sets:
/// accuracy.unknown-kernel, .unknown-launch, .overlapping-sets, .undeclared-kernel.
[[nodiscard]] Diagnostics checkSets(const AccuracySets& sets, const SampleNames& samples);

} // namespace warpstring::records
