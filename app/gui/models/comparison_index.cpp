// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison_index.h"

#include <limits>

#include "app/gui/models/sort_keys.h"

namespace warpstring::gui {

const std::string& wordOf(const ComparedLaunch& launch, std::size_t word) {
    static const std::string warm(name(CacheState::Warm)), cold(name(CacheState::Cold)), none;
    switch (word) {
    case 0: return launch.launch;
    case 1: return launch.kernel;
    case 2: return launch.family;
    case 3: return launch.spec;
    case 4: return launch.device;
    case 5: return launch.device.empty() ? none : launch.cache == CacheState::Cold ? cold : warm;
    case 6: return launch.boundBy;
    case 7: return launch.kernel_us.apart;
    case 8: return launch.warp_cycles.apart;
    default: return none;
    }
}

std::string haystackOf(const ComparedLaunch& launch) {
    std::string text;
    for (std::size_t word = 0; word < comparedWords; ++word) {
        text += wordOf(launch, word);
        text += '\n';
    }
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

std::optional<double> spreadOf(const ComparedQuantity& compared) {
    if (!compared.measured || !(*compared.measured > 0)) return std::nullopt;
    return (compared.measuredHigh - compared.measuredLow) / 2 / *compared.measured;
}

std::shared_ptr<const ComparisonIndex> indexOf(const std::vector<const ComparedLaunch*>& launches,
                                               const std::atomic<bool>* cancelled) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    auto index = std::make_shared<ComparisonIndex>();
    for (const Quantity quantity : {Quantity::KernelTime, Quantity::WarpLatency}) {
        auto& numbers = index->numbers[static_cast<std::size_t>(quantity)];
        for (auto* values : {&numbers.simulated, &numbers.measured, &numbers.spread, &numbers.error})
            values->reserve(launches.size());
        for (const ComparedLaunch* launch : launches) {
            const ComparedQuantity& compared = launch->of(quantity);
            numbers.simulated.push_back(compared.simulated.value_or(none));
            numbers.measured.push_back(compared.measured.value_or(none));
            numbers.spread.push_back(spreadOf(compared).value_or(none));
            numbers.error.push_back(compared.signedError().value_or(none));
        }
    }
    std::vector<const std::string*> words(launches.size());
    for (std::size_t word = 0; word < comparedWords; ++word) {
        if (cancelled != nullptr && *cancelled) return index;
        for (std::size_t i = 0; i < launches.size(); ++i) words[i] = &wordOf(*launches[i], word);
        index->ranks.push_back(ranksOf(words));
    }
    index->haystacks.reserve(launches.size());
    for (const ComparedLaunch* launch : launches) index->haystacks.push_back(haystackOf(*launch));
    return index;
}

std::shared_ptr<const LaunchesThen> launchesThen(const std::vector<const ComparedLaunch*>& launches,
                                                 const Baseline* baseline) {
    auto then = std::make_shared<LaunchesThen>();
    if (baseline == nullptr) return then;
    then->reserve(launches.size());
    for (const ComparedLaunch* launch : launches) then->push_back(baseline->find(*launch));
    return then;
}

} // namespace warpstring::gui
