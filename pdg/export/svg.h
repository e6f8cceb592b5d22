// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a graph.
#pragma once

#include <string>

#include "core/result.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// toDot() laid out and drawn by Graphviz in this process: an SVG document. Fails with pdg.svg-failed, which
/// bears what Graphviz said, and for graphs of thousands of nodes, whose layout takes minutes. May be called
/// from several threads, of which one draws at a time.
[[nodiscard]] Result<std::string> toSvg(const Pdg& pdg);
/// The same of any graph in Graphviz's language.
[[nodiscard]] Result<std::string> drawnDot(const std::string& dot);

} // namespace warpstring::pdg_export
