// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation as a page of text.
#pragma once

#include <string>

#include "app/cli/answer_text.h"
#include "stringmodel/simulation.h"
#include "stringmodel/string/unrolled_fold.h"

namespace warpstring::cli {

/// Everything; the first line is the answer, as answerText() has it.
[[nodiscard]] std::string reportText(const Simulation& simulation, const Pdg& pdg, const Launch& launch,
                                     const HardwareSpec& spec, const std::string& specReason,
                                     const TextStyle& style);
/// The string with tokens coloured by kind. `items`: foldUnrolled() or asWritten() of it; copies that are
/// folded stand as "[ C_6^61.2 S^40.3 ]x7", with the cycles of all of them.
[[nodiscard]] std::string colouredString(const token_string::TokenString& string,
                                         const std::vector<token_string::FoldedItem>& items,
                                         const TextStyle& style, int indent);

} // namespace warpstring::cli
