// SPDX-License-Identifier: GPL-3.0-or-later
// What sorting and filtering many launches needs, worked out once for all of them.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/models/comparison/baseline.h"
#include "study/comparison/comparison_filter.h"

namespace warpstring::gui {

/// Every vector is by the position of a launch among those that it was made from.
struct ComparisonIndex {
    std::vector<std::vector<double>> ranks; ///< by LaunchWord: places in the order of people
    std::vector<std::string> haystacks;     ///< what filters look in, in lower case
    /// By Quantity: as numbers of doubles side by side, which are faster to get at than launches. NaN: none.
    struct Numbers {
        std::vector<double> simulated, measured, spread, error;
    } numbers[2];

    [[nodiscard]] const std::vector<double>& ranksOf(comparison::LaunchWord word) const {
        return ranks[static_cast<std::size_t>(word)];
    }
};

/// Half of what the measured value may vary by, over it.
[[nodiscard]] std::optional<double> spreadOf(const comparison::ComparedQuantity& compared);

/// The index of some launches; it is incomplete where it is cancelled.
[[nodiscard]] std::shared_ptr<const ComparisonIndex>
indexOf(const std::vector<const comparison::ComparedLaunch*>& launches,
        const std::atomic<bool>* cancelled = nullptr);

/// Baseline::find() of each; empty without a baseline.
using LaunchesThen = std::vector<const BaselineLaunch*>;
[[nodiscard]] std::shared_ptr<const LaunchesThen>
launchesThen(const std::vector<const comparison::ComparedLaunch*>& launches, const Baseline* baseline);

} // namespace warpstring::gui
