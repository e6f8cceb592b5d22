// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks to regions, predicates and statements in program order.
#pragma once

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/kernel_context.h"
#include "pdg/frontend/statement_builder.h"
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

void buildRegions(KernelContext& context, ValueExpressions& values, StatementBuilder& statements,
                  const AddressArithmetic& addresses, const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled);

} // namespace warpstring::frontend
