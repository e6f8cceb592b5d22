// SPDX-License-Identifier: GPL-3.0-or-later
// Measured launches with the features of a model: what it is fitted to.
#pragma once

#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/records/measurement.h"
#include "study/batch/batch_plan.h"
#include "study/fit/model_fit.h"

namespace warpstring::fit {

struct FitPointOptions {
    std::string device; ///< ComparisonOptions::device
    bool anyDevice = false;
    records::CacheState cache = records::CacheState::Warm;
    std::string filter;               ///< launches whose names have it; empty: all
    std::vector<std::string> heldOut; ///< of these parts of names of launches and kernels
    const Cancellation* cancellation = nullptr;
};

struct FitPoints {
    std::vector<FitPoint> points;
    std::string device;      ///< of the records
    Diagnostics diagnostics; ///< of launches that are left out; warnings
};

/// Of the plan's first spec, by whose rules accesses and warps are counted. Codes: fit.nothing-measured,
/// fit.several-devices.
[[nodiscard]] Result<FitPoints> fitPoints(const batch::BatchPlan& plan,
                                          const std::vector<records::Measurement>& records,
                                          const std::vector<std::string>& features,
                                          const FitPointOptions& options);

} // namespace warpstring::fit
