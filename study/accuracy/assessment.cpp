// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/accuracy/assessment.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/records/sample_statistics.h"
#include "core/text/text_format.h"
#include "study/batch/launch_folders.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::accuracy {

using records::Quantity;

namespace {

using Launches = std::vector<const AssessedLaunch*>;

template <class Wanted>
std::vector<records::PredictedPoint> pointsThat(const Launches& launches, Quantity quantity, Wanted wanted) {
    std::vector<records::PredictedPoint> points;
    for (const AssessedLaunch* launch : launches)
        if (const comparison::ComparedQuantity& compared = launch->compared.of(quantity);
            wanted(*launch, compared))
            points.push_back(
                {launch->compared.launch, launch->compared.family, *compared.simulated, *compared.measured});
    return points;
}

/// The points that count.
std::vector<records::PredictedPoint> pointsOf(const Launches& launches, Quantity quantity,
                                              const std::string& withoutKernel = "") {
    return pointsThat(launches, quantity, [&](const AssessedLaunch& launch, const auto& compared) {
        return compared.isCounted() && launch.kernel != withoutKernel;
    });
}

std::vector<records::PredictedPoint> withUnsure(const Launches& launches, Quantity quantity) {
    return pointsThat(launches, quantity, [](const AssessedLaunch&, const auto& compared) {
        return compared.isCounted() || (compared.exclusion == comparison::Exclusion::WideBounds &&
                                        compared.simulated > 0 && compared.measured > 0);
    });
}

/// Of a build that several launches have, each counts.
records::RegisterErrors registerErrorsOf(const Launches& launches) {
    std::vector<double> errors;
    for (const AssessedLaunch* launch : launches)
        if (const auto& compared = launch->compared; compared.registers && compared.builtRegisters)
            errors.push_back(std::abs(*compared.registers - *compared.builtRegisters));
    records::RegisterErrors result;
    result.count = errors.size();
    result.within8 = static_cast<std::size_t>(
        std::count_if(errors.begin(), errors.end(), [](double error) { return error <= 8; }));
    if (!errors.empty()) result.median = records::quantileOf(errors, 0.5);
    return result;
}

std::optional<LeaveOneOut> leaveOneOut(const Launches& launches, Quantity quantity) {
    std::set<std::string> kernels;
    for (const AssessedLaunch* launch : launches)
        if (launch->compared.of(quantity).isCounted()) kernels.insert(launch->kernel);
    if (kernels.size() < 2) return std::nullopt;
    std::optional<LeaveOneOut> result;
    for (const std::string& kernel : kernels) {
        const double mape = accuracyOf(pointsOf(launches, quantity, kernel)).mape;
        if (!result) result = LeaveOneOut{mape, mape, kernel, kernel};
        if (mape < result->least) std::tie(result->least, result->leastWithout) = std::tie(mape, kernel);
        if (mape > result->greatest)
            std::tie(result->greatest, result->greatestWithout) = std::tie(mape, kernel);
    }
    return result;
}

AssessedQuantity assessed(const Launches& launches, Quantity quantity) {
    AssessedQuantity result;
    result.accuracy = accuracyOf(pointsOf(launches, quantity));
    result.withUnsure = accuracyOf(withUnsure(launches, quantity));
    for (const AssessedLaunch* launch : launches) {
        const comparison::ComparedQuantity& compared = launch->compared.of(quantity);
        if (!compared.isCounted()) {
            result.excluded += compared.exclusion != comparison::Exclusion::NotAskedFor ? 1 : 0;
            continue;
        }
        const double error = *compared.signedError();
        result.leastError = std::min(error, result.leastError.value_or(error));
        result.greatestError = std::max(error, result.greatestError.value_or(error));
    }
    result.leaveOneOut = leaveOneOut(launches, quantity);
    return result;
}

AssessedGroup groupOf(const std::vector<AssessedLaunch>& all, GroupKind kind, std::string name,
                      std::string description, const std::function<bool(const AssessedLaunch&)>& belongs) {
    Launches launches;
    for (const AssessedLaunch& launch : all)
        if (belongs(launch)) launches.push_back(&launch);
    AssessedGroup group;
    group.name = std::move(name);
    group.description = std::move(description);
    group.kind = kind;
    group.kernelTime = assessed(launches, Quantity::KernelTime);
    group.warpLatency = assessed(launches, Quantity::WarpLatency);
    group.families = rankFamilies(pointsOf(launches, Quantity::KernelTime));
    group.ranking = totalsOf(group.families);
    group.ratios = ratioErrorsOf(group.families);
    group.registers = registerErrorsOf(launches);
    return group;
}

std::vector<AssessedKernel> kernelsOf(const std::vector<AssessedLaunch>& all) {
    std::vector<AssessedKernel> kernels;
    std::map<std::string, Launches> launches;
    for (const AssessedLaunch& launch : all) {
        Launches& mine = launches[launch.kernel];
        if (mine.empty()) kernels.push_back({launch.kernel, launch.set, {}, {}});
        mine.push_back(&launch);
    }
    for (AssessedKernel& kernel : kernels) {
        kernel.kernelTime = assessed(launches[kernel.name], Quantity::KernelTime);
        kernel.warpLatency = assessed(launches[kernel.name], Quantity::WarpLatency);
    }
    return kernels;
}

/// The launches of one state of the caches; what the records have in common goes to `into`.
Diagnostics collect(const comparison::Comparison& comparison, const records::AccuracySets& sets,
                    Assessment& into) {
    std::set<std::string> drivers;
    for (const comparison::ComparedLaunch& launch : comparison.launches) {
        if (launch.cache != into.cache) continue;
        if (into.launches.empty()) {
            into.spec = launch.spec;
            into.device = launch.device;
            into.firstTaken = into.lastTaken = launch.takenAt;
        }
        if (launch.spec != into.spec || launch.device != into.device)
            return {{"accuracy.several-devices",
                     Severity::Error,
                     {},
                     "there are records or simulations of several devices: " + into.spec + " against " +
                         into.device + ", " + launch.spec + " against " + launch.device,
                     "name one spec, and the device of its records with --device"}};
        into.firstTaken = std::min(into.firstTaken, launch.takenAt);
        into.lastTaken = std::max(into.lastTaken, launch.takenAt);
        drivers.insert(launch.driver);
        std::string kernel = records::sampleKernelName(launch.file, launch.kernel);
        const records::KernelSet* set = sets.setOf(kernel);
        into.launches.push_back(
            {launch, kernel.substr(0, kernel.find('/')), kernel, set == nullptr ? "" : set->name});
    }
    into.drivers = {drivers.begin(), drivers.end()};
    if (!into.launches.empty()) return {};
    return {{"accuracy.nothing-measured",
             Severity::Error,
             {},
             "no launch has a record with " + std::string(name(into.cache)) + " caches",
             "the file of sets names the device whose records are used"}};
}

} // namespace

std::optional<double> AssessedGroup::valueOf(records::AccuracyMetric metric, Quantity quantity) const {
    if ((isOfRankings(metric) || isOfRegisters(metric)) && quantity != Quantity::KernelTime)
        return std::nullopt;
    return warpstring::records::valueOf(metric, of(quantity).accuracy, ranking, registers);
}

bool AssessedTarget::met() const {
    if (!reached) return false;
    if (!smallerIsBetter(target.metric)) return *reached >= target.bound;
    return target.strict ? *reached < target.bound : *reached <= target.bound;
}

const AssessedGroup* Assessment::group(std::string_view name) const {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const AssessedGroup& each) { return each.name == name; });
    return found == groups.end() ? nullptr : &*found;
}

Result<Assessment> assess(const comparison::Comparison& comparison, const records::AccuracySets& sets,
                          records::CacheState cache) {
    Assessment result;
    result.cache = cache;
    if (auto faults = collect(comparison, sets, result); !faults.empty()) return faults;
    const auto isApart = [&](const std::string& name) {
        return std::any_of(sets.sets.begin(), sets.sets.end(),
                           [&](const records::KernelSet& set) { return set.name == name && set.apart; });
    };
    const auto add = [&](GroupKind kind, std::string name, std::string description, auto belongs) {
        result.groups.push_back(
            groupOf(result.launches, kind, std::move(name), std::move(description), belongs));
    };
    add(GroupKind::Every, std::string(records::everySet), "",
        [&](const AssessedLaunch& launch) { return !launch.set.empty() && !isApart(launch.set); });
    for (const records::KernelSet& set : sets.sets)
        add(GroupKind::Set, set.name, set.description,
            [&](const AssessedLaunch& launch) { return launch.set == set.name; });
    for (const records::LaunchSuite& suite : sets.suites)
        add(GroupKind::Suite, suite.name, suite.description,
            [&](const AssessedLaunch& launch) { return holds(suite, launch.kernel, launch.compared.launch); });
    result.kernels = kernelsOf(result.launches);
    for (const records::AccuracyTarget& target : sets.targets) {
        const AssessedGroup* group = result.group(target.of);
        result.targets.push_back(
            {target, group == nullptr ? std::nullopt : group->valueOf(target.metric, target.quantity)});
    }
    return result;
}

Result<records::SampleNames> sampleNames(const std::filesystem::path& folder) {
    auto files = batch::openLaunches({folder});
    if (!files) return files.diagnostics();
    records::SampleNames names;
    std::set<std::string> kernels;
    for (files::LaunchSweep& file : *files) {
        for (std::uint64_t i = 0; i < file.count(); ++i) names.launches.push_back(file.nameOf(i));
        if (const auto launch = file.at(0))
            if (auto kernel = records::sampleKernelName(file.path(), launch->kernel);
                kernels.insert(kernel).second)
                names.kernels.push_back(std::move(kernel));
    }
    return names;
}

std::string titleOf(const records::AccuracyTarget& target) {
    const std::string quantity =
        target.quantity == Quantity::KernelTime ? "" : std::string(name(target.quantity)) + ": ";
    return quantity + std::string(title(target.metric)) + ", " + target.of;
}

std::string boundText(const records::AccuracyTarget& target) {
    const std::string bound =
        isFraction(target.metric) ? formatted("%.4g %%", 100 * target.bound) : formatted("%.4g", target.bound);
    return (!smallerIsBetter(target.metric) ? "at least " : target.strict ? "below " : "at most ") + bound;
}

std::string valueText(records::AccuracyMetric metric, const std::optional<double>& value) {
    if (!value) return "-";
    if (isFraction(metric)) return comparison::percentFigure(*value);
    return formatted(isTau(metric) ? "%.2f" : "%.1f", *value);
}

} // namespace warpstring::accuracy
