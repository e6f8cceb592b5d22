// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation as a page of text.
#pragma once

#include <string>

#include "stringmodel/simulation.h"

namespace warpstring::cli {

[[nodiscard]] std::string reportText(const Simulation& simulation, const Pdg& pdg, const Launch& launch,
                                     const HardwareSpec& spec, bool colour, bool ascii, int width);
/// The string with tokens coloured by kind.
[[nodiscard]] std::string colouredString(const token_string::TokenString& string, bool colour, bool ascii,
                                         int width, int indent);

} // namespace warpstring::cli
