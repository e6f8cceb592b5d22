// SPDX-License-Identifier: GPL-3.0-or-later
// The transfers of a launch or a sequence as text.
#pragma once

#include <string>

#include "symbolic/transfers/transfers_report.h"

namespace warpstring::cli {

/// The first line is the answer.
[[nodiscard]] std::string transfersText(const transfers::LaunchReport& report, bool colour);
[[nodiscard]] std::string transfersText(const transfers::SequenceReport& report, bool colour);

} // namespace warpstring::cli
