// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/float_mode.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace warpstring::frontend {

namespace {

constexpr const char* approximatesFlag = "warpstring.approximates";
constexpr const char* flushesFlag = "warpstring.flushes";

} // namespace

FloatMode floatModeOf(const llvm::Module& module) {
    return {module.getModuleFlag(approximatesFlag) != nullptr, module.getModuleFlag(flushesFlag) != nullptr};
}

void tellFloatMode(llvm::Module& module, FloatMode mode) {
    if (mode.approximates) module.addModuleFlag(llvm::Module::Override, approximatesFlag, 1);
    if (mode.flushes) module.addModuleFlag(llvm::Module::Override, flushesFlag, 1);
}

} // namespace warpstring::frontend
