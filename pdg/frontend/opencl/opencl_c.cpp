// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/opencl_c.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/MemoryBuffer.h>

#include "pdg/frontend/float_mode.h"
#include "pdg/frontend/opencl/builtin_bodies.h"
#include "pdg/frontend/opencl/builtin_body.h"
#include "pdg/frontend/opencl/clang_invocation.h"
#include "pdg/frontend/opencl/default_header.h"
#include "pdg/frontend/opencl/image_builtins.h"
#include "pdg/frontend/opencl/intel_sub_groups.h"
#include "pdg/frontend/opencl/printf_calls.h"
#include "pdg/frontend/opencl/watched_parse.h"

namespace warpstring::frontend {

namespace {

struct Attempt {
    Result<CompiledModule> compiled;
    bool isSilent; ///< Clang said nothing
};

/// `named`, where it is there, takes the place of Clang's own declarations.
Attempt attemptWith(const NamedDeclarations* named, const KernelSource& source, const BuildOptions& options,
                    const std::vector<std::string>& target) {
    DiagnosticCollector collector;
    auto asked = clangInvocation(source, options.options, target, collector);
    if (!asked) return {asked.diagnostics(), true};
    if (named != nullptr)
        asked->invocation->getPreprocessorOpts().addRemappedFile(
            defaultHeaderPath(),
            llvm::MemoryBuffer::getMemBuffer(named->header, defaultHeaderPath()).release());

    clang::CompilerInstance instance;
    instance.setInvocation(asked->invocation);
    instance.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
    CompiledModule compiled;
    compiled.context = std::make_unique<llvm::LLVMContext>();
    WatchedParse action(*compiled.context, options.cancellation, named);
    const bool done = instance.ExecuteAction(action);
    if (action.isStopped()) return {options.cancellation->refusal({source.name, 0, 0}), true};
    if (action.isBeyondItsShare())
        return {tooManyTokens(source.name, "leave out what the kernel does not use"), true};
    compiled.module = action.takeModule();
    if (!done || !compiled.module || hasErrors(collector.found))
        return {collector.failure(source, "Clang could not compile this source"), false};
    tellSubGroupSize(*compiled.module, options.subGroupSize);
    tellFloatMode(*compiled.module, asked->floats);
    lowerPrintf(*compiled.module);
    defineBuiltins(*compiled.module);
    relaxImageCalls(*compiled.module);
    compiled.warnings = std::move(asked->notes);
    compiled.warnings.insert(compiled.warnings.end(), collector.found.begin(), collector.found.end());
    return {std::move(compiled), collector.found.empty()};
}

Result<CompiledModule> compileFor(const KernelSource& source, const BuildOptions& options,
                                  const std::vector<std::string>& target) {
    const auto named =
        usesIntelSubGroups(source.text) ? std::nullopt : declarationsFor(source.text, options.options);
    auto first = attemptWith(named ? &*named : nullptr, source, options, target);
    // What Clang says of a source is said in the light of all declarations.
    if (first.isSilent || !named) return std::move(first.compiled);
    return attemptWith(nullptr, source, options, target).compiled;
}

} // namespace

Result<CompiledModule> OpenClC::compile(const KernelSource& source, const BuildOptions& options) const {
    auto target = spirTarget(options.addressBits);
    // Places keep the names of files as given; else absolute ones are cut.
    for (const char* argument : {"-debug-info-kind=limited", "-fdebug-compilation-dir=/", "-dwarf-version=4"})
        target.emplace_back(argument);
    return compileFor(source, options, target);
}

Result<CompiledModule> compileForNvptx(const KernelSource& source, const BuildOptions& options) {
    // Extensions that spir has are those that the graph was built with.
    return compileFor(source, options, {"-triple", "nvptx64-nvidia-nvcl", "-cl-ext=+all"});
}

Result<CompiledModule> compileForAmd(const KernelSource& source, const BuildOptions& options,
                                     const std::string& processor) {
    return compileFor(source, options,
                      {"-triple", "amdgcn-amd-amdhsa", "-target-cpu", processor, "-cl-ext=+all",
                       "-debug-info-kind=line-tables-only", "-dwarf-version=4"});
}

} // namespace warpstring::frontend

namespace warpstring::frontend {

const SourceLanguage& openClC() {
    static const OpenClC language;
    return language;
}

} // namespace warpstring::frontend
