// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

#include "pdg/frontend/llvm_headers.h"
#include "pdg/pdg.h"

namespace warpstring::frontend {

/// What OpenCL C's builtins of numbers return, of one component; unknown where nothing follows it: addresses
/// and conditions that go through them are evaluated as those that are written out.
[[nodiscard]] ExprId arithmeticValue(std::string_view name, const llvm::CallInst& call, int bits,
                                     ExprPool& exprs, const std::function<ExprId(unsigned)>& operand);

} // namespace warpstring::frontend
