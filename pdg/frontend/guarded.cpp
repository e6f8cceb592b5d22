// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/guarded.h"

#include <llvm/Support/CrashRecoveryContext.h>

namespace warpstring::frontend {

namespace {

/// Address space: memory only as far as it is used.
constexpr unsigned stackBytes = 256U << 20U;

} // namespace

bool runGuarded(const std::function<void()>& work) {
    static const bool isEnabled = [] {
        llvm::CrashRecoveryContext::Enable();
        return true;
    }();
    llvm::CrashRecoveryContext recovery;
    return isEnabled && recovery.RunSafelyOnThread([&] { work(); }, stackBytes);
}

Diagnostic crashed(const std::string& sourceName) {
    return {"frontend.crash",
            Severity::Error,
            {sourceName, 0, 0},
            "Clang or LLVM crashed over this source",
            "leave out parts of the kernel until it is taken: what is left out last is what it crashes over"};
}

} // namespace warpstring::frontend
