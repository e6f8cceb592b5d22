// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/opencl_c.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <filesystem>
#include <regex>

#include "pdg/frontend/opencl/build_options.h"
#include "pdg/frontend/opencl/builtin_bodies.h"
#include "pdg/frontend/opencl/builtin_body.h"
#include "pdg/frontend/opencl/image_builtins.h"
#include "pdg/frontend/opencl/intel_sub_groups.h"
#include "pdg/frontend/opencl/printf_calls.h"
#include "pdg/frontend/opencl/watched_parse.h"

namespace warpstring::frontend {

namespace {

/// A hint for the mistakes that people make most often.
std::string hintFor(const std::string& message) {
    std::smatch match;
    if (std::regex_search(message, match, std::regex("use of undeclared identifier '([A-Za-z0-9_]+)'"))) {
        const std::string word = match[1];
        const bool looksLikeMacro = word.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
        return looksLikeMacro
                   ? "if " + word + " is a macro, define it in the build options: -D" + word + "=VALUE"
                   : "declare it, or define it in the build options: -D" + word + "=VALUE";
    }
    if (std::regex_search(message, match, std::regex("'([^']+)' file not found")))
        return "name the folder that holds " + match[1].str() + " in the build options: -I FOLDER";
    if (message.find("unknown type name 'size_t'") != std::string::npos) return "";
    if (std::regex_search(message, match, std::regex("unknown type name '([A-Za-z0-9_]+)'")))
        return "declare the type, or define it in the build options: -D" + match[1].str() + "=TYPE";
    if (std::regex_search(message, match, std::regex("use of type 'double' requires (\\S+)")))
        return "add '#pragma OPENCL EXTENSION cl_khr_fp64 : enable' or build with -cl-std=CL1.2";
    if (message.find("call to undeclared function") != std::string::npos ||
        message.find("implicit declaration of function") != std::string::npos)
        return "check the spelling; a builtin of a later OpenCL C version needs -cl-std=CL2.0 or CL3.0";
    return "";
}

class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
    Diagnostics found;

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
        clang::DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level < clang::DiagnosticsEngine::Warning) return;
        llvm::SmallString<256> text;
        info.FormatDiagnostic(text);
        // Sources ask for extensions as other compilers want it; Clang has those without.
        if (text.ends_with("unknown or does not require pragma - ignoring")) return;
        Diagnostic diagnostic;
        diagnostic.code = level == clang::DiagnosticsEngine::Warning ? "frontend.warning" : "frontend.compile";
        diagnostic.severity = level == clang::DiagnosticsEngine::Warning ? Severity::Warning : Severity::Error;
        diagnostic.message = text.str().str();
        diagnostic.hint = hintFor(diagnostic.message);
        if (info.hasSourceManager() && info.getLocation().isValid()) {
            const auto place = info.getSourceManager().getPresumedLoc(info.getLocation());
            if (place.isValid())
                diagnostic.place = {place.getFilename(), static_cast<int>(place.getLine()),
                                    static_cast<int>(place.getColumn())};
        }
        found.push_back(std::move(diagnostic));
    }
};

/// A file that exists for Clang alone.
constexpr const char* intelHeader = "/warpstring/intel_sub_groups.h";

/// The source's folder comes first among the include folders, as with a compiler that reads the file itself.
std::vector<std::string> cc1Arguments(const KernelSource& source, const std::vector<std::string>& target,
                                      const std::vector<std::string>& parsed) {
    std::vector<std::string> arguments = target;
    for (const char* argument :
         {"-x", "cl", "-O2", "-disable-llvm-passes", "-finclude-default-header", "-fdeclare-opencl-builtins",
          "-resource-dir", WARPSTRING_CLANG_RESOURCE_DIR, "-fno-caret-diagnostics",
          "-Wno-unused-command-line-argument", "-main-file-name"})
        arguments.emplace_back(argument);
    arguments.push_back(source.name);
    const auto folder = std::filesystem::path(source.name).parent_path();
    if (!folder.empty()) arguments.push_back("-I" + folder.string());
    arguments.insert(arguments.end(), parsed.begin(), parsed.end());
    arguments.push_back(source.name);
    return arguments;
}

Result<CompiledModule> compileFor(const KernelSource& source, const BuildOptions& options,
                                  const std::vector<std::string>& target) {
    auto parsed = parseBuildOptions(options.options);
    if (!parsed) return parsed.diagnostics();

    DiagnosticCollector collector;
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> ids(new clang::DiagnosticIDs());
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnosticOptions(new clang::DiagnosticOptions());
    clang::DiagnosticsEngine early(ids, diagnosticOptions, &collector, /*ShouldOwnClient=*/false);

    const auto arguments = cc1Arguments(source, target, parsed->arguments);
    std::vector<const char*> pointers;
    pointers.reserve(arguments.size());
    for (const auto& argument : arguments) pointers.push_back(argument.c_str());
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    const bool understood = clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, early);
    // What Clang said; something in any case, since it may fail without a word.
    const auto failure = [&](const char* otherwise) {
        if (!hasErrors(collector.found))
            collector.found.push_back(
                {"frontend.compile", Severity::Error, {source.name, 0, 0}, otherwise, ""});
        return collector.found;
    };
    if (!understood) return failure("the build options were not understood");
    // Clang owns neither the text nor the file system's view of it.
    invocation->getPreprocessorOpts().addRemappedFile(
        source.name, llvm::MemoryBuffer::getMemBufferCopy(source.text, source.name).release());

    if (usesIntelSubGroups(source.text)) {
        auto& preprocessor = invocation->getPreprocessorOpts();
        preprocessor.Includes.emplace_back(intelHeader);
        preprocessor.addRemappedFile(
            intelHeader, llvm::MemoryBuffer::getMemBufferCopy(intelSubGroups(), intelHeader).release());
    }

    clang::CompilerInstance instance;
    instance.setInvocation(invocation);
    instance.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
    CompiledModule compiled;
    compiled.context = std::make_unique<llvm::LLVMContext>();
    WatchedParse action(compiled.context.get(), options.cancellation);
    const bool done = instance.ExecuteAction(action);
    if (action.isStopped()) return options.cancellation->refusal({source.name, 0, 0});
    if (action.isBeyondItsShare())
        return Diagnostic{"frontend.too-many-tokens",
                          Severity::Error,
                          {source.name, 0, 0},
                          "the source has more than " + std::to_string(mostTokens) +
                              " tokens, macros expanded and included files among them",
                          "leave out what the kernel does not use"};
    compiled.module = action.takeModule();
    if (!done || !compiled.module || hasErrors(collector.found))
        return failure("Clang could not compile this source");
    tellSubGroupSize(*compiled.module, options.subGroupSize);
    lowerPrintf(*compiled.module);
    defineBuiltins(*compiled.module);
    relaxImageCalls(*compiled.module);
    compiled.warnings = parsed->notes;
    compiled.warnings.insert(compiled.warnings.end(), collector.found.begin(), collector.found.end());
    return compiled;
}

} // namespace

Result<CompiledModule> OpenClC::compile(const KernelSource& source, const BuildOptions& options) const {
    return compileFor(source, options,
                      {"-triple", options.addressBits == 64 ? "spir64-unknown-unknown" : "spir-unknown-unknown",
                       "-debug-info-kind=limited",
                       // Places keep the names of files as given; else absolute ones are cut.
                       "-fdebug-compilation-dir=/", "-dwarf-version=4"});
}

Result<CompiledModule> compileForNvptx(const KernelSource& source, const BuildOptions& options) {
    // Extensions that spir has are those that the graph was built with.
    return compileFor(source, options, {"-triple", "nvptx64-nvidia-nvcl", "-cl-ext=+all"});
}

} // namespace warpstring::frontend

namespace warpstring::frontend {

const SourceLanguage& openClC() {
    static const OpenClC language;
    return language;
}

} // namespace warpstring::frontend
