// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/watched_parse.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/ModuleBuilder.h>
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
    std::string message = "the source has more than ";
    message += std::to_string(mostTokens);
    message += " tokens, macros expanded and included files among them";
    return {"frontend.too-many-tokens", Severity::Error, {file, 0, 0}, std::move(message), std::move(hint)};
}

bool WatchedParse::look() {
    isStopped_ = isStopped_ || warpstring::isStopped(cancellation_);
    return !isStopped_ && !isBeyondItsShare();
}

bool WatchedParse::BeginSourceFileAction(clang::CompilerInstance& instance) {
    auto& preprocessor = instance.getPreprocessor();
    if (named_ != nullptr) preprocessor.setPredefines(named_->ofPredefined(preprocessor.getPredefines()));
    preprocessor.setTokenWatcher([this](const clang::Token& token) {
        if (++tokens_ % tokensBetweenPolls == 0) look();
        if (isStopped_ || isBeyondItsShare()) {
            // The token is the parser's own. At the end of a file it takes the shortest way out, as it does
            // where code is completed.
            const_cast<clang::Token&>(token).setKind(clang::tok::eof);
        }
    });
    return ASTFrontendAction::BeginSourceFileAction(instance);
}

void WatchedParse::EndSourceFileAction() {
    if (generator_ != nullptr) module_.reset(generator_->ReleaseModule());
    generator_ = nullptr;
}

std::unique_ptr<clang::ASTConsumer> WatchedParse::CreateASTConsumer(clang::CompilerInstance& instance,
                                                                    llvm::StringRef file) {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<Gate>([this] { return look(); }));
    std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        instance.getDiagnostics(), file, &instance.getVirtualFileSystem(), instance.getHeaderSearchOpts(),
        instance.getPreprocessorOpts(), instance.getCodeGenOpts(), context_));
    generator_ = generator.get();
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}

} // namespace warpstring::frontend
