// SPDX-License-Identifier: GPL-3.0-or-later
// What a search found, for the person at a terminal.
#pragma once

#include <string>
#include <vector>

#include "app/cli/answer_text.h"
#include "tuning/search/measured_variants.h"
#include "tuning/search/tune_answer.h"

namespace warpstring::cli {

/// How large the space was, and how it was gone through.
[[nodiscard]] std::string spaceText(const search::SearchSpace& space, const search::SearchResult& result,
                                    const TextStyle& style);

/// One device: the first line is the answer. `errorSource`: which error of ratios ties go by, and whence.
[[nodiscard]] std::string tuneText(const std::string& launch, const search::DeviceAnswer& answer,
                                   const search::DeviceSearch& found, const std::string& specReason,
                                   const std::string& errorSource, const TextStyle& style);

/// What was measured of it, and how good the model's choice is.
[[nodiscard]] std::string measuredText(const search::MeasuredSearch& measured, const TextStyle& style);

} // namespace warpstring::cli
