// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a simulation: how long, what binds it, what costs most, the string.
#pragma once

#include <string>

#include "stringmodel/simulation.h"

namespace warpstring::cli {

struct TextStyle {
    bool colour = false;
    bool ascii = false;
    int width = 100; ///< columns
};

/// `specReason`: why it is this device where nobody named one. The first line is the answer.
[[nodiscard]] std::string answerText(const Simulation& simulation, const Pdg& pdg, const Launch& launch,
                                     const HardwareSpec& spec, const std::string& specReason,
                                     const TextStyle& style);

/// Its first lines: time, device, what binds it, the launch.
[[nodiscard]] std::string answerHeading(const Simulation& simulation, const Launch& launch,
                                        const HardwareSpec& spec, const std::string& specReason, bool colour);

/// What people are told beside an answer: without two numbers of two models side by side, which only those need
/// who ask for everything.
[[nodiscard]] Diagnostics withoutOtherModel(Diagnostics diagnostics);

/// "4,194,304": an integer's digits by threes.
[[nodiscard]] std::string withCommas(std::string digits);

} // namespace warpstring::cli
