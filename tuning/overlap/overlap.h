// SPDX-License-Identifier: GPL-3.0-or-later
// How far a launch hides accesses of memory behind what it does on the chip: its time beside those of its two
// strips, measured and simulated (docs/strip.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/records/measurement.h"
#include "study/batch/batch_plan.h"

namespace warpstring::overlap {

/// Microseconds.
struct OverlapTimes {
    std::optional<double> full, memory, chip;
    double overhead = 0; ///< of a launch, which all three have

    /// w of full = overhead + max(memory, chip) + (1 - w) min(memory, chip), strips less their overhead: 1
    /// where the shorter part is hidden whole, 0 where the two follow each other; outside that where strips are
    /// no parts of the whole. Nothing where a time is missing or the shorter part is below a hundredth of the
    /// whole.
    [[nodiscard]] std::optional<double> share() const;
};

struct LaunchOverlap {
    std::string launch, kernel, device;
    OverlapTimes measured, simulated;
    std::vector<std::string> notes; ///< what the strips keep besides
    std::string refusal;            ///< why it has no strips; empty where it has
};

struct OverlapOptions {
    std::string device; ///< ComparisonOptions::device
    bool anyDevice = false;
    records::CacheState cache = records::CacheState::Warm;
    std::string filter; ///< launches whose names have it
    const Cancellation* cancellation = nullptr;
};

/// Of the plan's first spec: launches that have a record, and strips with one. Others are left out, or refused
/// with a reason. Codes: overlap.nothing-measured.
[[nodiscard]] Result<std::vector<LaunchOverlap>> overlaps(const batch::BatchPlan& plan,
                                                          const std::vector<records::Measurement>& records,
                                                          const OverlapOptions& options);

} // namespace warpstring::overlap
