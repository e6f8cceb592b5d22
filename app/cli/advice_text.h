// SPDX-License-Identifier: GPL-3.0-or-later
// Advice for the person at a terminal.
#pragma once

#include <string>

#include "app/cli/answer_text.h"
#include "tuning/advice/advice.h"

namespace warpstring::cli {

/// The first line is the answer: the time, and what of it would go with the costliest cause. `specReason`: why
/// it is this device where nobody named one; `errorSource`: which error of ratios the advice goes by, and
/// whence.
[[nodiscard]] std::string adviceText(const advice::Advice& advice, const advice::Situation& situation,
                                     const std::string& specReason, const std::string& errorSource,
                                     const TextStyle& style);

} // namespace warpstring::cli
