// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation as a page of text.
#pragma once

#include <string>

#include "app/cli/answer_text.h"
#include "stringmodel/simulation.h"

namespace warpstring::cli {

/// Everything; the first line is the answer, as answerText() has it.
[[nodiscard]] std::string reportText(const Simulation& simulation, const Pdg& pdg, const Launch& launch,
                                     const HardwareSpec& spec, const std::string& specReason,
                                     const TextStyle& style);
/// The string with tokens coloured by kind.
[[nodiscard]] std::string colouredString(const token_string::TokenString& string, bool colour, bool ascii,
                                         int width, int indent);

} // namespace warpstring::cli
