// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring fit` prints: parameters, whether the launches tell them, errors of each launch.
#pragma once

#include <string>

#include "study/fit/model_fit.h"

namespace warpstring::cli {

struct FitReport {
    std::string model, spec, device;
    fit::FittedModel fitted;
    std::vector<std::string> features;
};

[[nodiscard]] std::string fitText(const FitReport& report);
/// fit/1.
[[nodiscard]] std::string fitJson(const FitReport& report);

} // namespace warpstring::cli
