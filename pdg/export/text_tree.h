// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as an indented tree for terminals and reports.
#pragma once

#include <string>

#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// The control tree in program order, UTF-8 with box-drawing characters, one node a line, newline at the end.
/// Regions bear their guards, loops their trip counts W (per entry into the loop), predicates their conditions.
/// Operations on one source line are one node.
[[nodiscard]] std::string toTextTree(const Pdg& pdg);

} // namespace warpstring::pdg_export
