// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/nvptx_code.h"

#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>

#include "pdg/frontend/assembly/code_generation.h"
#include "pdg/frontend/assembly/nvptx_builtins.h"
#include "pdg/frontend/guarded.h"
#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/opencl_c.h"
#include "pdg/frontend/opencl/printf_calls.h"

// Of the one target that is wanted: llvm/Support/TargetSelect.h would start all of them.
// NOLINTBEGIN(readability-identifier-naming): LLVM's names.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}
// NOLINTEND(readability-identifier-naming)

namespace warpstring::frontend {

namespace {

/// The newest up to `number` that LLVM 19 writes plain code for: ptxas takes code of older ones for newer ones.
std::string knownArchitecture(int number) {
    int best = 20;
    for (const int known : {30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90})
        if (known <= number) best = known;
    return std::to_string(best);
}

std::unique_ptr<llvm::TargetMachine> machineFor(const std::string& triple, const std::string& architecture) {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
        LLVMInitializeNVPTXAsmPrinter();
    });
    std::string error;
    const auto* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (target == nullptr) return nullptr;
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Fast; // products and sums contract, as by NVIDIA's compilers
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(triple, "sm_" + architecture, "+ptx78", options, std::nullopt, std::nullopt,
                                    llvm::CodeGenOptLevel::Aggressive));
}

Diagnostic fault(const KernelSource& source, const char* code, std::string message, std::string hint) {
    return {code, Severity::Error, {source.name, 0, 0}, std::move(message), std::move(hint)};
}

/// The kernel's attributes as NVPTX reads them: that it is one, and the size that its groups must have.
void annotate(llvm::Module& module, llvm::Function& kernel, const std::vector<int>& groupSize) {
    if (auto* old = module.getNamedMetadata("nvvm.annotations")) old->eraseFromParent();
    auto& context = module.getContext();
    auto* annotations = module.getOrInsertNamedMetadata("nvvm.annotations");
    const auto add = [&](const char* name, int value) {
        auto* number =
            llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), static_cast<std::uint64_t>(value));
        annotations->addOperand(
            llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(&kernel), llvm::MDString::get(context, name),
                                        llvm::ValueAsMetadata::get(number)}));
    };
    add("kernel", 1);
    const char* const names[] = {"reqntidx", "reqntidy", "reqntidz"};
    for (std::size_t d = 0; d < groupSize.size() && d < 3; ++d) add(names[d], groupSize[d]);
}

Diagnostics linkLibdevice(llvm::Module& module, const KernelSource& source, const std::filesystem::path& file) {
    std::string missing;
    for (const auto& function : module)
        if (function.isDeclaration() && function.getName().starts_with("__nv_") && missing.empty())
            missing = function.getName().str();
    if (missing.empty()) return {};
    llvm::SMDiagnostic ignored;
    auto library = file.empty() ? nullptr : llvm::parseIRFile(file.string(), ignored, module.getContext());
    if (library == nullptr)
        return {fault(source, "frontend.ptxas-builtin",
                      "ptxas needs the function '" + missing + "' of libdevice, which is not to be found",
                      "it is part of a CUDA toolkit: nvvm/libdevice/libdevice.10.bc beside bin/ptxas")};
    library->setTargetTriple(module.getTargetTriple());
    library->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded))
        return {fault(source, "frontend.ptxas-builtin", "libdevice does not fit this LLVM",
                      "try that of another CUDA release")};
    for (auto& function : module)
        if (function.isDeclaration() && !function.isIntrinsic() && function.getName().starts_with("__nv_"))
            return {fault(source, "frontend.ptxas-builtin",
                          "libdevice has no function '" + function.getName().str() + "'",
                          "ask for \"estimate\" or a number of registers")};
    return {};
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Divisions and roots of floats are those of OpenCL C, which may be off by 2.5 and 3 units in the last place,
/// unless the options ask for exact ones.
void relaxDivisions(std::string& text, const std::string& options) {
    if (options.find("-cl-fp32-correctly-rounded-divide-sqrt") != std::string::npos) return;
    replaceAll(text, "div.rn.f32", "div.full.f32");
    replaceAll(text, "sqrt.rn.f32", "sqrt.approx.f32");
}

Result<std::string> codeOf(const KernelSource& source, const std::string& kernelName,
                           const BuildOptions& options, const NvptxTarget& target) {
    auto compiled = compileForNvptx(source, options);
    if (!compiled) return compiled.diagnostics();
    llvm::Module& module = *compiled->module;
    llvm::Function* kernel = module.getFunction(kernelName);
    if (kernel == nullptr || kernel->isDeclaration())
        return fault(source, "frontend.no-such-kernel",
                     "there is no kernel '" + kernelName + "' in this source", "");
    const auto groupSize = source.language->requiredGroupSize(*kernel);
    keepKernel(module, *kernel);
    usePlainCalls(module, *kernel);
    annotate(module, *kernel, groupSize);
    if (const auto unknown = defineForNvptx(module); !unknown.empty()) {
        Diagnostics faults;
        for (const auto& name : unknown)
            faults.push_back(fault(source, "frontend.ptxas-builtin",
                                   "it is not known what '" + name + "' is to NVIDIA's assembler",
                                   "ask for \"estimate\" or a number of registers"));
        return faults;
    }
    if (auto faults = linkLibdevice(module, source, target.libdevice); !faults.empty()) return faults;
    for (auto& function : module)
        if (&function != kernel && !function.isDeclaration())
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
    const auto machine =
        machineFor(module.getTargetTriple(), knownArchitecture(std::stoi(target.architecture)));
    if (machine == nullptr || llvm::verifyModule(module))
        return fault(source, "frontend.no-nvptx", "LLVM cannot write code for NVIDIA's GPUs here",
                     "ask for \"estimate\" or a number of registers");
    module.setDataLayout(machine->createDataLayout());
    if (isStopped(options.cancellation)) return options.cancellation->refusal({source.name, 0, 0});
    optimiseFor(*machine, module);
    if (isStopped(options.cancellation)) return options.cancellation->refusal({source.name, 0, 0});
    auto written = assemblyText(module, *machine);
    if (!written)
        return fault(source, "frontend.no-nvptx", "LLVM cannot write code for NVIDIA's GPUs here",
                     "ask for \"estimate\" or a number of registers");
    std::string code = std::move(*written);
    relaxDivisions(code, options.options);
    // For nvcl, LLVM writes no "extern" before functions without a body.
    const std::string routine = ".func  (.param .b32 func_retval0) " + std::string(printRoutine);
    replaceAll(code, "\n" + routine, "\n.extern " + routine);
    return code;
}

} // namespace

Result<std::string> nvptxCode(const KernelSource& source, const std::string& kernel,
                              const BuildOptions& options, const NvptxTarget& target) {
    return guarded<std::string>(source.name, [&] { return codeOf(source, kernel, options, target); });
}

} // namespace warpstring::frontend
