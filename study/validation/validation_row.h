// SPDX-License-Identifier: GPL-3.0-or-later
// One grown kernel: what was predicted beside what was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"

namespace warpstring::validation {

struct ValidationRow {
    std::uint64_t seed = 0, index = 0;
    std::string launch;                ///< "random-7-12"
    std::string fingerprint;           ///< core/records/resolved_launch.h
    std::vector<std::string> features; ///< "loop-triangular"; ascending
    std::optional<double> predictedUs;
    std::string boundBy;
    std::optional<double> measuredUs;  ///< the median, of outputs that were right
    double spread = 0;                 ///< (p95 - p5) / median of its samples
    std::string status = "unmeasured"; ///< of the measurement: "ok", "wrong-output", "failed"
    Diagnostics diagnostics;           ///< of the simulation

    [[nodiscard]] bool isCompared() const {
        return predictedUs && measuredUs && *predictedUs > 0 && *measuredUs > 0;
    }
    /// Predicted to measured. Precondition: isCompared().
    [[nodiscard]] double ratio() const { return *predictedUs / *measuredUs; }
    /// max(p/m, m/p): 1 is right. Precondition: isCompared().
    [[nodiscard]] double factor() const { return ratio() < 1 ? 1 / ratio() : ratio(); }
    [[nodiscard]] bool has(const std::string& feature) const;
};

} // namespace warpstring::validation
