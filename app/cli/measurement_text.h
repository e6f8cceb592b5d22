// SPDX-License-Identifier: GPL-3.0-or-later
// A measurement as text for people.
#pragma once

#include <string>

#include "core/records/measurement.h"
#include "core/records/sequence_measurement.h"

namespace warpstring::cli {

/// Several lines: kernel time, outputs, warp latency, registers, transfers. Ends with a newline.
[[nodiscard]] std::string reportText(const records::Measurement& record, bool colour);
/// The same of a sequence: all kernels, outputs, a line for each step.
[[nodiscard]] std::string reportText(const records::SequenceMeasurement& record, bool colour);

} // namespace warpstring::cli
