// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/amdgpu/amd_code.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/TargetParser.h>

#include <map>
#include <mutex>

#include "pdg/frontend/amdgpu/amd_builtins.h"
#include "pdg/frontend/amdgpu/amd_math.h"
#include "pdg/frontend/assembly/code_generation.h"
#include "pdg/frontend/guarded.h"
#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/opencl_c.h"

// Of the one target that is wanted: llvm/Support/TargetSelect.h would start all of them.
// NOLINTBEGIN(readability-identifier-naming): LLVM's names.
extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
}
// NOLINTEND(readability-identifier-naming)

namespace warpstring::frontend {

namespace {

constexpr const char* amdTriple = "amdgcn-amd-amdhsa";

std::unique_ptr<llvm::TargetMachine> amdMachineFor(const std::string& processor) {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeAMDGPUTargetInfo();
        LLVMInitializeAMDGPUTarget();
        LLVMInitializeAMDGPUTargetMC();
        LLVMInitializeAMDGPUAsmPrinter();
    });
    std::string error;
    const auto* target = llvm::TargetRegistry::lookupTarget(amdTriple, error);
    const bool isKnown = llvm::AMDGPU::parseArchAMDGCN(processor) != llvm::AMDGPU::GK_NONE;
    if (target == nullptr || !isKnown) return nullptr;
    llvm::TargetOptions options;
    options.MCOptions.AsmVerbose = true; // registers are told in comments
    return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
        amdTriple, processor, "", options, std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

Diagnostic amdFault(const KernelSource& source, const char* code, std::string message, std::string hint) {
    return {code, Severity::Error, {source.name, 0, 0}, std::move(message), std::move(hint)};
}

Diagnostic unknownFunction(const KernelSource& source, const std::string& name) {
    return amdFault(source, "frontend.amdgpu-builtin",
                    "it is not known what '" + name + "' is to LLVM's compiler for AMD's GPUs",
                    "registers are estimated without it");
}

/// The library's bitcode for a processor, compiled once. Empty where it cannot be.
std::string mathLibrary(const std::string& processor) {
    static std::mutex mutex;
    static std::map<std::string, std::string> kept;
    const std::lock_guard lock(mutex);
    auto& bitcode = kept[processor];
    if (!bitcode.empty()) return bitcode;
    const auto compiled = compileForAmd({"amd-math.cl", amdMathSource()}, {"-cl-std=CL1.2", 64}, processor);
    if (!compiled) return {};
    // A call's line is that of its place in the kernel.
    llvm::StripDebugInfo(*compiled->module);
    llvm::raw_string_ostream out(bitcode);
    llvm::WriteBitcodeToFile(*compiled->module, out);
    return bitcode;
}

std::string missingFunction(const llvm::Module& module) {
    for (const auto& function : module)
        if (function.isDeclaration() && !function.use_empty() && function.getName().starts_with(amdLibrary))
            return function.getName().str();
    return {};
}

Diagnostics linkAmdMath(llvm::Module& module, const KernelSource& source, const std::string& processor) {
    if (missingFunction(module).empty()) return {};
    const std::string bitcode = mathLibrary(processor);
    auto library = llvm::parseBitcodeFile({bitcode, "amd-math"}, module.getContext());
    if (!library) {
        llvm::consumeError(library.takeError());
        return {unknownFunction(source, missingFunction(module))};
    }
    if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
        return {unknownFunction(source, missingFunction(module))};
    for (auto& function : module) {
        if (!function.getName().starts_with(amdLibrary)) continue;
        if (function.isDeclaration() && !function.use_empty())
            return {unknownFunction(source, function.getName().drop_front(amdLibrary.size()).str())};
        function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    return {};
}

/// Registers are given to what groups of the largest size need to fit.
int tellGroupSize(llvm::Function& kernel, const std::vector<int>& required, int most) {
    int least = 1;
    if (!required.empty()) {
        most = 1;
        for (const int size : required) most *= size;
        least = most;
    }
    kernel.addFnAttr("amdgpu-flat-work-group-size", std::to_string(least) + "," + std::to_string(most));
    return most;
}

Result<AmdCode> amdCodeOf(const KernelSource& source, const std::string& kernelName,
                          const BuildOptions& options, const AmdTarget& target) {
    const auto unwritable = [&] {
        return amdFault(source, "frontend.no-amdgpu",
                        "LLVM cannot write code for '" + target.processor + "', which the spec names",
                        "registers are estimated without it");
    };
    const auto machine = amdMachineFor(target.processor);
    if (machine == nullptr) return unwritable();
    auto compiled = compileForAmd(source, options, target.processor);
    if (!compiled) return compiled.diagnostics();
    llvm::Module& module = *compiled->module;
    llvm::Function* kernel = module.getFunction(kernelName);
    if (kernel == nullptr || kernel->isDeclaration())
        return amdFault(source, "frontend.no-such-kernel",
                        "there is no kernel '" + kernelName + "' in this source", "");
    const auto required = source.language->requiredGroupSize(*kernel);
    keepKernel(module, *kernel);
    usePlainCalls(module, *kernel);
    AmdCode code;
    code.groupSize = tellGroupSize(*kernel, required, target.groupSize);
    if (const auto unknown = defineForAmd(module, {required, target.waveSize}); !unknown.empty()) {
        Diagnostics faults;
        for (const auto& name : unknown) faults.push_back(unknownFunction(source, name));
        return faults;
    }
    if (auto faults = linkAmdMath(module, source, target.processor); !faults.empty()) return faults;
    for (auto& function : module)
        if (&function != kernel && !function.isDeclaration())
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (llvm::verifyModule(module)) return unwritable();
    module.setDataLayout(machine->createDataLayout());
    if (isStopped(options.cancellation)) return options.cancellation->refusal({source.name, 0, 0});
    optimiseFor(*machine, module);
    if (isStopped(options.cancellation)) return options.cancellation->refusal({source.name, 0, 0});
    auto text = assemblyText(module, *machine);
    if (!text) return unwritable();
    code.text = std::move(*text);
    return code;
}

} // namespace

Result<AmdCode> amdCode(const KernelSource& source, const std::string& kernel, const BuildOptions& options,
                        const AmdTarget& target) {
    return guarded<AmdCode>(source.name, [&] { return amdCodeOf(source, kernel, options, target); });
}

} // namespace warpstring::frontend
