// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/kernel_syntax.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include "pdg/frontend/guarded.h"
#include "pdg/frontend/opencl/clang_invocation.h"

namespace warpstring::transform {

namespace {

class VisitingConsumer : public clang::ASTConsumer {
public:
    VisitingConsumer(const std::string& kernel, const SyntaxVisit& visit) : kernel_(kernel), visit_(visit) {}

    void HandleTranslationUnit(clang::ASTContext& context) override {
        if (context.getDiagnostics().hasErrorOccurred()) return;
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
            const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
            if (function == nullptr || !function->doesThisDeclarationHaveABody()) continue;
            if (!function->hasAttr<clang::OpenCLKernelAttr>() || function->getName() != kernel_) continue;
            // Parents are looked for in the kernel alone, not in OpenCL's own declarations.
            context.setTraversalScope({declaration});
            return visit_(context, *function);
        }
    }

private:
    const std::string& kernel_;
    const SyntaxVisit& visit_;
};

class VisitingAction : public clang::ASTFrontendAction {
public:
    VisitingAction(const std::string& kernel, const SyntaxVisit& visit) : kernel_(kernel), visit_(visit) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*instance*/,
                                                          llvm::StringRef /*file*/) override {
        return std::make_unique<VisitingConsumer>(kernel_, visit_);
    }

private:
    const std::string& kernel_;
    const SyntaxVisit& visit_;
};

Result<bool> parse(const frontend::KernelSource& source, const std::string& kernel,
                   const frontend::BuildOptions& options, const SyntaxVisit& visit) {
    frontend::DiagnosticCollector collector;
    auto asked = frontend::clangInvocation(source, options.options, frontend::spirTarget(options.addressBits),
                                           collector);
    if (!asked) return asked.diagnostics();
    clang::CompilerInstance instance;
    instance.setInvocation(asked->invocation);
    instance.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
    VisitingAction action(kernel, visit);
    if (!instance.ExecuteAction(action) || hasErrors(collector.found))
        return collector.failure(source, "Clang could not read this source");
    return true;
}

} // namespace

Result<std::vector<KernelArgument>> visitKernel(const frontend::KernelSource& source, const std::string& kernel,
                                                const frontend::BuildOptions& options,
                                                const SyntaxVisit& visit) {
    auto arguments = frontend::listArguments(source, kernel, options);
    if (!arguments) return arguments;
    const auto seen =
        frontend::guarded<bool>(source.name, [&] { return parse(source, kernel, options, visit); });
    if (!seen) return seen.diagnostics();
    return arguments;
}

} // namespace warpstring::transform
