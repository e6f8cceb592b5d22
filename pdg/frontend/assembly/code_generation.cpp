// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/code_generation.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

void keepKernel(llvm::Module& module, llvm::Function& kernel) {
    if (auto* used = module.getNamedGlobal("llvm.used")) used->eraseFromParent();
    for (auto& function : module) {
        if (&function == &kernel || function.isDeclaration()) continue;
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    for (auto& global : module.globals())
        if (!global.isDeclaration()) global.setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::ModuleAnalysisManager analyses;
    llvm::FunctionAnalysisManager functions;
    llvm::LoopAnalysisManager loops;
    llvm::CGSCCAnalysisManager components;
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(analyses);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, analyses);
    llvm::GlobalDCEPass().run(module, analyses);
}

void usePlainCalls(llvm::Module& module, const llvm::Function& kernel) {
    for (auto& function : module) {
        if (&function != &kernel) function.setCallingConv(llvm::CallingConv::C);
        for (auto& block : function)
            for (auto& instruction : block)
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    call->setCallingConv(llvm::CallingConv::C);
    }
}

void optimiseFor(llvm::TargetMachine& machine, llvm::Module& module) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(&machine);
    machine.registerPassBuilderCallbacks(builder);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(module, modules);
}

std::optional<std::string> assemblyText(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::SmallString<4096> text;
    llvm::raw_svector_ostream out(text);
    llvm::legacy::PassManager emission;
    if (machine.addPassesToEmitFile(emission, out, nullptr, llvm::CodeGenFileType::AssemblyFile))
        return std::nullopt;
    emission.run(module);
    return text.str().str();
}

} // namespace warpstring::frontend
