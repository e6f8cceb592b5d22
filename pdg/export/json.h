// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as JSON, for programs.
#pragma once

#include <string>

#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// Everything in the graph, schema id "warpstring.pdg/1", indented, no newline at the end. Expressions are text
/// (exprText of pdg/expr.h); ids are positions in the arrays of their kind; what is `none` or unknown is null.
[[nodiscard]] std::string toJson(const Pdg& pdg);

} // namespace warpstring::pdg_export
