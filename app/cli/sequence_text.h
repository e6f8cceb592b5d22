// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence as text: how long, and which of its steps take it.
#pragma once

#include <string>

#include "study/sequences/sequence_comparison.h"

namespace warpstring::cli {

/// The first line is the answer. `specReason`: why it is this device where nobody named one.
[[nodiscard]] std::string sequenceText(const sequences::SequenceSimulation& simulation,
                                       const std::string& specReason, bool colour);

/// Each step and the whole, simulated beside measured.
[[nodiscard]] std::string sequenceText(const sequences::ComparedSequence& compared, bool colour);

} // namespace warpstring::cli
