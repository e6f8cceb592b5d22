// SPDX-License-Identifier: GPL-3.0-or-later
// All that a comparison with a baseline has to say.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tuning/gate/comparison.h"

namespace warpstring::gate {

using LaunchKey = std::pair<std::string, std::string>; ///< file, name

struct Report {
    double mostRegression = 0.05;
    std::vector<std::string> specs;
    std::size_t launches = 0;      ///< that were compared
    std::vector<Outcome> outcomes; ///< by launch, then by spec
    std::vector<LaunchKey> added;  ///< which the baseline does not have
    std::vector<LaunchKey> gone;   ///< which it has, and which are no longer there
    std::size_t notAskedFor = 0;   ///< launches of the baseline whose files were not named

    [[nodiscard]] bool hasRegressions() const {
        return std::any_of(outcomes.begin(), outcomes.end(),
                           [](const Outcome& outcome) { return isRegression(outcome.verdict); });
    }
};

/// Schema "warpstring.gate-report/1" (docs/json.md).
[[nodiscard]] std::string toJson(const Report& report);

} // namespace warpstring::gate
