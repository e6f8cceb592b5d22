// SPDX-License-Identifier: GPL-3.0-or-later
// A launch's time over the size of its work-groups, for the person at a terminal.
#pragma once

#include <string>

#include "app/cli/answer_text.h"
#include "tuning/search/shape_study.h"

namespace warpstring::cli {

/// The first line is the answer. `errorSource`: which error of ratios ties go by, and whence.
[[nodiscard]] std::string shapeText(const std::string& launch, const search::ShapeStudy& study,
                                    const std::string& specReason, const std::string& errorSource,
                                    const TextStyle& style);

} // namespace warpstring::cli
