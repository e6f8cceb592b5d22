// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/comparison_index.h"

#include <limits>

#include "app/gui/models/sort_keys.h"

namespace warpstring::gui {

std::optional<double> spreadOf(const comparison::ComparedQuantity& compared) {
    if (!compared.measured || !(*compared.measured > 0)) return std::nullopt;
    return (compared.measuredHigh - compared.measuredLow) / 2 / *compared.measured;
}

std::shared_ptr<const ComparisonIndex> indexOf(const std::vector<const comparison::ComparedLaunch*>& launches,
                                               const std::atomic<bool>* cancelled) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    auto index = std::make_shared<ComparisonIndex>();
    for (const records::Quantity quantity : {records::Quantity::KernelTime, records::Quantity::WarpLatency}) {
        auto& numbers = index->numbers[static_cast<std::size_t>(quantity)];
        for (auto* values : {&numbers.simulated, &numbers.measured, &numbers.spread, &numbers.error})
            values->reserve(launches.size());
        for (const comparison::ComparedLaunch* launch : launches) {
            const comparison::ComparedQuantity& compared = launch->of(quantity);
            numbers.simulated.push_back(compared.simulated.value_or(none));
            numbers.measured.push_back(compared.measured.value_or(none));
            numbers.spread.push_back(spreadOf(compared).value_or(none));
            numbers.error.push_back(compared.signedError().value_or(none));
        }
    }
    std::vector<const std::string*> words(launches.size());
    for (const comparison::LaunchWord word : comparison::launchWords) {
        if (cancelled != nullptr && *cancelled) return index;
        for (std::size_t i = 0; i < launches.size(); ++i) words[i] = &wordOf(*launches[i], word);
        index->ranks.push_back(ranksOf(words));
    }
    index->haystacks.reserve(launches.size());
    for (const comparison::ComparedLaunch* launch : launches) index->haystacks.push_back(haystackOf(*launch));
    return index;
}

std::shared_ptr<const LaunchesThen> launchesThen(const std::vector<const comparison::ComparedLaunch*>& launches,
                                                 const Baseline* baseline) {
    auto then = std::make_shared<LaunchesThen>();
    if (baseline == nullptr) return then;
    then->reserve(launches.size());
    for (const comparison::ComparedLaunch* launch : launches) then->push_back(baseline->find(*launch));
    return then;
}

} // namespace warpstring::gui
