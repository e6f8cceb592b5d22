// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as Clang prints them, but for what OpenCL C writes otherwise and what a strip replaces.
#pragma once

#include <clang/AST/PrettyPrinter.h>

#include "tuning/strip/emitter.h"

namespace warpstring::strip {

class ExpressionPrinter : public clang::PrinterHelper {
public:
    explicit ExpressionPrinter(Emitter& emitter) : emitter_(emitter) {}

    bool handledStmt(clang::Stmt* part, llvm::raw_ostream& out) override;

private:
    Emitter& emitter_;
};

} // namespace warpstring::strip
