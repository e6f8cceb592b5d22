// SPDX-License-Identifier: GPL-3.0-or-later
// A measurement as text for people.
#pragma once

#include <string>

#include "core/records/measurement.h"

namespace warpstring::cli {

/// Several lines: kernel time, outputs, warp latency, registers, transfers. Ends with a newline.
[[nodiscard]] std::string reportText(const records::Measurement& record, bool colour);

} // namespace warpstring::cli
