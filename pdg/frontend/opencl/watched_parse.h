// SPDX-License-Identifier: GPL-3.0-or-later
// Clang's parser within a share of work, and stopped when it is told so.
#pragma once

#include <clang/CodeGen/CodeGenAction.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/cancellation.h"
#include "core/diagnostic.h"

namespace warpstring::frontend {

/// Tokens that are parsed, macros expanded and included files' among them; OpenCL's own declarations are some
/// ten thousand.
inline constexpr std::uint64_t mostTokens = 1U << 19U;

/// frontend.too-many-tokens of a file; `hint` says what to leave out.
[[nodiscard]] Diagnostic tooManyTokens(const std::string& file, std::string hint);

/// Source to LLVM IR. Once stopped or beyond its tokens, what is left of the source reads as empty, and neither
/// Clang's diagnostics nor the module mean anything.
class WatchedParse : public clang::EmitLLVMOnlyAction {
public:
    /// `cancellation` may be null.
    WatchedParse(llvm::LLVMContext* context, const Cancellation* cancellation)
        : clang::EmitLLVMOnlyAction(context), cancellation_(cancellation) {}

    [[nodiscard]] bool isStopped() const { return isStopped_; }
    [[nodiscard]] bool isBeyondItsShare() const { return tokens_ > mostTokens; }

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& instance) override;
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                          llvm::StringRef file) override;

private:
    /// Whether to go on.
    bool look();

    const Cancellation* cancellation_;
    std::uint64_t tokens_ = 0;
    bool isStopped_ = false;
};

} // namespace warpstring::frontend
