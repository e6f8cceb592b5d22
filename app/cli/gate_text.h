// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison with a baseline for the person at a terminal.
#pragma once

#include <string>

#include "app/cli/answer_text.h"
#include "tuning/gate/report.h"

namespace warpstring::cli {

/// The first line is the answer: how many launches are slower or fail, and which most.
[[nodiscard]] std::string gateText(const gate::Report& report, const TextStyle& style);

} // namespace warpstring::cli
