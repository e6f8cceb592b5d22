// SPDX-License-Identifier: GPL-3.0-or-later
// Clang's syntax of a C source to the plain tree.
#pragma once

#include <clang/AST/ASTContext.h>

#include "pdg/frontend/annotated/pragmas.h"
#include "pdg/frontend/annotated/syntax.h"

namespace warpstring::frontend {

/// Every function with a body that stands in the main file. Pragmas go to the loops behind them.
[[nodiscard]] std::vector<CFunction> convertedFunctions(clang::ASTContext& context, FoundPragmas& pragmas);

} // namespace warpstring::frontend
