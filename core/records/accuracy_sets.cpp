// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/accuracy_sets.h"

#include <algorithm>
#include <cmath>

namespace warpstring::records {

namespace {

double shareOf(std::size_t part, std::size_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

bool fitsAny(std::string_view name, const std::vector<DeclaredName>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const DeclaredName& pattern) { return fits(name, pattern.text); });
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& names, const char* otherwise) {
    const std::string closest = closestName(word, names);
    return closest.empty() ? otherwise : "did you mean \"" + closest + "\"?";
}

void checkNames(const std::vector<DeclaredName>& declared, const std::vector<std::string>& names,
                const std::string& code, const std::string& what, const char* otherwise, Diagnostics& faults) {
    for (const DeclaredName& name : declared)
        if (std::none_of(names.begin(), names.end(), [&](const auto& known) { return fits(known, name.text); }))
            faults.push_back({code, Severity::Error, name.place,
                              "the samples have no " + what + " \"" + name.text + "\"",
                              didYouMean(name.text, names, otherwise)});
}

/// The name by which a set has a kernel; nullptr: it has it not.
const DeclaredName* declaredIn(const KernelSet& set, std::string_view kernel) {
    const auto found = std::find_if(set.kernels.begin(), set.kernels.end(),
                                    [&](const DeclaredName& name) { return fits(kernel, name.text); });
    return found == set.kernels.end() ? nullptr : &*found;
}

} // namespace

std::string_view name(AccuracyMetric metric) {
    switch (metric) {
    case AccuracyMetric::Mape: return "mape";
    case AccuracyMetric::MedianError: return "median_error";
    case AccuracyMetric::P90Error: return "p90_error";
    case AccuracyMetric::GeometricMeanError: return "geometric_mean_error";
    case AccuracyMetric::Within10: return "within_10_percent";
    case AccuracyMetric::Within20: return "within_20_percent";
    case AccuracyMetric::Within2x: return "within_2x";
    case AccuracyMetric::Bias: return "bias";
    case AccuracyMetric::PairsInOrder: return "pairs_in_order";
    case AccuracyMetric::LeastTau: return "least_tau";
    case AccuracyMetric::MeanTau: return "mean_tau";
    case AccuracyMetric::BestPicked: return "best_picked";
    case AccuracyMetric::WorstPick: return "worst_pick";
    case AccuracyMetric::RegistersMedian: return "registers_median_error";
    case AccuracyMetric::RegistersWithin8: return "registers_within_8";
    }
    return "";
}

std::string_view title(AccuracyMetric metric) {
    switch (metric) {
    case AccuracyMetric::Mape: return "MAPE";
    case AccuracyMetric::MedianError: return "median error";
    case AccuracyMetric::P90Error: return "90th percentile of the error";
    case AccuracyMetric::GeometricMeanError: return "geometric mean of the error";
    case AccuracyMetric::Within10: return "launches within 10 %";
    case AccuracyMetric::Within20: return "launches within 20 %";
    case AccuracyMetric::Within2x: return "launches within a factor of 2";
    case AccuracyMetric::Bias: return "bias";
    case AccuracyMetric::PairsInOrder: return "pairs of variants in order";
    case AccuracyMetric::LeastTau: return "least Kendall tau of a family";
    case AccuracyMetric::MeanTau: return "mean Kendall tau of the families";
    case AccuracyMetric::BestPicked: return "families with the best variant picked";
    case AccuracyMetric::WorstPick: return "time lost by the worst pick of a family";
    case AccuracyMetric::RegistersMedian: return "registers: median error";
    case AccuracyMetric::RegistersWithin8: return "registers: launches within 8";
    }
    return "";
}

bool smallerIsBetter(AccuracyMetric metric) {
    return metric == AccuracyMetric::Mape || metric == AccuracyMetric::MedianError ||
           metric == AccuracyMetric::P90Error || metric == AccuracyMetric::GeometricMeanError ||
           metric == AccuracyMetric::Bias || metric == AccuracyMetric::WorstPick ||
           metric == AccuracyMetric::RegistersMedian;
}

bool isOfRankings(AccuracyMetric metric) {
    return metric == AccuracyMetric::PairsInOrder || isTau(metric) || metric == AccuracyMetric::BestPicked ||
           metric == AccuracyMetric::WorstPick;
}

bool isTau(AccuracyMetric metric) {
    return metric == AccuracyMetric::LeastTau || metric == AccuracyMetric::MeanTau;
}

bool isOfRegisters(AccuracyMetric metric) {
    return metric == AccuracyMetric::RegistersMedian || metric == AccuracyMetric::RegistersWithin8;
}

bool isFraction(AccuracyMetric metric) { return !isTau(metric) && metric != AccuracyMetric::RegistersMedian; }

std::optional<double> valueOf(AccuracyMetric metric, const Accuracy& accuracy, const RankingTotals& ranking,
                              const RegisterErrors& registers) {
    const std::size_t points = isOfRankings(metric)    ? ranking.families
                               : isOfRegisters(metric) ? registers.count
                                                       : accuracy.count;
    if (points == 0) return std::nullopt;
    switch (metric) {
    case AccuracyMetric::Mape: return accuracy.mape;
    case AccuracyMetric::MedianError: return accuracy.medianError;
    case AccuracyMetric::P90Error: return accuracy.p90Error;
    case AccuracyMetric::GeometricMeanError: return accuracy.geometricMeanError;
    case AccuracyMetric::Within10: return shareOf(accuracy.within10, accuracy.count);
    case AccuracyMetric::Within20: return shareOf(accuracy.within20, accuracy.count);
    case AccuracyMetric::Within2x: return shareOf(accuracy.within2x, accuracy.count);
    case AccuracyMetric::Bias: return std::abs(accuracy.geometricMeanRatio - 1);
    case AccuracyMetric::PairsInOrder:
        return ranking.pairs == 0 ? 1 : shareOf(ranking.concordant, ranking.pairs);
    case AccuracyMetric::LeastTau: return ranking.leastTau;
    case AccuracyMetric::MeanTau: return ranking.meanTau;
    case AccuracyMetric::WorstPick: return ranking.greatestLoss;
    case AccuracyMetric::BestPicked: return shareOf(ranking.picked, ranking.families);
    case AccuracyMetric::RegistersMedian: return registers.median;
    case AccuracyMetric::RegistersWithin8: return shareOf(registers.within8, registers.count);
    }
    return std::nullopt;
}

const KernelSet* AccuracySets::setOf(std::string_view kernel) const {
    const auto found = std::find_if(sets.begin(), sets.end(),
                                    [&](const KernelSet& set) { return declaredIn(set, kernel) != nullptr; });
    return found == sets.end() ? nullptr : &*found;
}

std::string AccuracySets::causeOf(std::string_view kernel, Quantity quantity) const {
    std::string all;
    for (const ErrorCause& cause : causes)
        if (fits(kernel, cause.kernel.text) && cause.quantity.value_or(quantity) == quantity)
            all += (all.empty() ? "" : " ") + cause.text;
    return all;
}

bool fits(std::string_view name, std::string_view pattern) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return name == pattern;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    const std::string_view rest = pattern.substr(star + 1);
    for (std::size_t at = star; at <= name.size(); ++at)
        if (fits(name.substr(at), rest)) return true;
    return false;
}

bool holds(const LaunchSuite& suite, std::string_view kernel, std::string_view launch) {
    return fitsAny(launch, suite.launches) || fitsAny(kernel, suite.kernels);
}

std::string sampleKernelName(const std::filesystem::path& launchFile, std::string_view kernel) {
    return launchFile.parent_path().filename().string() + "/" + std::string(kernel);
}

Diagnostics checkSets(const AccuracySets& sets, const SampleNames& samples) {
    Diagnostics faults;
    for (const KernelSet& set : sets.sets)
        checkNames(set.kernels, samples.kernels, "accuracy.unknown-kernel", "kernel",
                   "kernels are named folder/kernel: \"matmul/matmul_naive\"", faults);
    for (const LaunchSuite& suite : sets.suites) {
        checkNames(suite.launches, samples.launches, "accuracy.unknown-launch", "launch",
                   "'warpstring batch' lists the names of launches; * stands for any text", faults);
        checkNames(suite.kernels, samples.kernels, "accuracy.unknown-kernel", "kernel",
                   "kernels are named folder/kernel; * stands for any text", faults);
    }
    for (const ScheduledLaunch& schedule : sets.schedules)
        checkNames({schedule.launch}, samples.launches, "accuracy.unknown-launch", "launch",
                   "'warpstring batch' lists the names of launches; a schedule is of one", faults);
    for (const ErrorCause& cause : sets.causes)
        checkNames({cause.kernel}, samples.kernels, "accuracy.unknown-kernel", "kernel",
                   "remove the cause of a kernel that is gone", faults);
    for (const std::string& kernel : samples.kernels) {
        const KernelSet* first = sets.setOf(kernel);
        if (first == nullptr) {
            faults.push_back({"accuracy.undeclared-kernel",
                              Severity::Error,
                              {sets.file.string(), 0, 0},
                              "the kernel \"" + kernel + "\" is in no set",
                              "decide whether it may be tuned on, and add it to one"});
            continue;
        }
        for (const KernelSet& set : sets.sets)
            if (const DeclaredName* again = declaredIn(set, kernel); again != nullptr && &set != first)
                faults.push_back({"accuracy.overlapping-sets", Severity::Error, again->place,
                                  "\"" + kernel + "\" is in the sets " + first->name + " and " + set.name,
                                  "a kernel that is tuned on cannot be checked on: take it out of one"});
    }
    return faults;
}

} // namespace warpstring::records
