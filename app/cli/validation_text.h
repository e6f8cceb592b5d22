// SPDX-License-Identifier: GPL-3.0-or-later
// The validation by grown kernels as text for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "study/validation/validation_row.h"
#include "study/validation/validation_statistics.h"

namespace warpstring::cli {

struct Validation {
    std::uint64_t seed = 0;
    std::string spec, device; ///< no device: nothing was measured
    std::vector<validation::ValidationRow> rows;
    validation::ValidationStatistics statistics;
};

/// Ends with a newline.
[[nodiscard]] std::string validationText(const Validation& validation, bool colour);
/// Schema "warpstring.validation/1".
[[nodiscard]] std::string validationJson(const Validation& validation);

} // namespace warpstring::cli
