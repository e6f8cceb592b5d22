// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/watched_parse.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/Preprocessor.h>

#include <functional>
#include <vector>

namespace warpstring::frontend {

namespace {

/// Some 0.1 ms of parsing.
constexpr std::uint64_t tokensBetweenPolls = 256;

/// Asks between functions: after it, LLVM IR is made of them.
class Gate : public clang::ASTConsumer {
public:
    explicit Gate(std::function<bool()> goesOn) : goesOn_(std::move(goesOn)) {}
    bool HandleTopLevelDecl(clang::DeclGroupRef /*declarations*/) override { return goesOn_(); }

private:
    std::function<bool()> goesOn_;
};

} // namespace

Diagnostic tooManyTokens(const std::string& file, std::string hint) {
    return {"frontend.too-many-tokens",
            Severity::Error,
            {file, 0, 0},
            "the source has more than " + std::to_string(mostTokens) +
                " tokens, macros expanded and included files among them",
            std::move(hint)};
}

bool WatchedParse::look() {
    isStopped_ = isStopped_ || warpstring::isStopped(cancellation_);
    return !isStopped_ && !isBeyondItsShare();
}

bool WatchedParse::BeginSourceFileAction(clang::CompilerInstance& instance) {
    instance.getPreprocessor().setTokenWatcher([this](const clang::Token& token) {
        if (++tokens_ % tokensBetweenPolls == 0) look();
        if (isStopped_ || isBeyondItsShare()) {
            // The token is the parser's own. At the end of a file it takes the shortest way out, as it does
            // where code is completed.
            const_cast<clang::Token&>(token).setKind(clang::tok::eof);
        }
    });
    return EmitLLVMOnlyAction::BeginSourceFileAction(instance);
}

std::unique_ptr<clang::ASTConsumer> WatchedParse::CreateASTConsumer(clang::CompilerInstance& instance,
                                                                    llvm::StringRef file) {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<Gate>([this] { return look(); }));
    auto code = EmitLLVMOnlyAction::CreateASTConsumer(instance, file);
    if (!code) return nullptr;
    consumers.push_back(std::move(code));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}

} // namespace warpstring::frontend
