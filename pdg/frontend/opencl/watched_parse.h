// SPDX-License-Identifier: GPL-3.0-or-later
// Clang's parser within a share of work, and stopped when it is told so.
#pragma once

#include <clang/Frontend/FrontendAction.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/cancellation.h"
#include "core/diagnostic.h"
#include "pdg/frontend/opencl/default_header.h"

namespace clang {
class CodeGenerator;
} // namespace clang

namespace warpstring::frontend {

/// Tokens that are parsed, macros expanded and included files' among them; OpenCL's own declarations are some
/// ten thousand where all of them are read.
inline constexpr std::uint64_t mostTokens = 1U << 19U;

/// frontend.too-many-tokens of a file; `hint` says what to leave out.
[[nodiscard]] Diagnostic tooManyTokens(const std::string& file, std::string hint);

/// Source to LLVM IR as Clang writes it: no pass runs, not even the one that verifies it. Once stopped or
/// beyond its tokens, what is left of the source reads as empty, and neither Clang's diagnostics nor the module
/// mean anything.
class WatchedParse : public clang::ASTFrontendAction {
public:
    /// The context outlives the module; `cancellation` and `named` may be null. Without `named` all macros are
    /// defined that Clang defines by itself.
    WatchedParse(llvm::LLVMContext& context, const Cancellation* cancellation, const NamedDeclarations* named)
        : context_(context), cancellation_(cancellation), named_(named) {}

    [[nodiscard]] bool isStopped() const { return isStopped_; }
    [[nodiscard]] bool isBeyondItsShare() const { return tokens_ > mostTokens; }
    /// Null where the source has errors.
    [[nodiscard]] std::unique_ptr<llvm::Module> takeModule() { return std::move(module_); }

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& instance) override;
    void EndSourceFileAction() override;
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                          llvm::StringRef file) override;

private:
    /// Whether to go on.
    bool look();

    llvm::LLVMContext& context_;
    const Cancellation* cancellation_;
    const NamedDeclarations* named_;
    clang::CodeGenerator* generator_ = nullptr; ///< one of the instance's consumers
    std::unique_ptr<llvm::Module> module_;
    std::uint64_t tokens_ = 0;
    bool isStopped_ = false;
};

} // namespace warpstring::frontend
