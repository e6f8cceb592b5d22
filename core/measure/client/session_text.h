// SPDX-License-Identifier: GPL-3.0-or-later
// A measuring session as lines for people. No trailing newlines.
#pragma once

#include <string>

#include "core/measure/client/session.h"

namespace warpstring::measure {

/// "12.3 us", "1.234 ms"; four significant digits.
[[nodiscard]] std::string timeText(double ns);
/// "[ 3/20] matmul,n=1024  412.3 us +-0.1 %, 12 samples; warp 39432 cycles; outputs right". The start of a
/// launch gives the line up to its name.
[[nodiscard]] std::string lineOf(const SessionProgress& progress);
/// "[1/2] softmax  41.2 us +-0.1 % of kernels, 43.0 us in all, 12 samples; outputs right"
[[nodiscard]] std::string lineOf(const SequenceProgress& progress);
/// "18 measured, 1 with wrong outputs, 1 failed"
[[nodiscard]] std::string lineOf(const SessionSummary& summary);
/// A table of the devices, a line each, with their indices.
[[nodiscard]] std::string tableOf(const std::vector<records::DeviceFacts>& devices);

} // namespace warpstring::measure
