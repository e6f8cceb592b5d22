// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/clang_invocation.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/MemoryBuffer.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <regex>

#include "pdg/frontend/opencl/build_options.h"
#include "pdg/frontend/opencl/intel_sub_groups.h"

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

/// A file that exists for Clang alone.
constexpr const char* intelHeader = "/warpstring/intel_sub_groups.h";
/// Stands for a source's name until that is known.
constexpr const char* anySource = "kernel.cl";
constexpr std::size_t mostKnown = 64; ///< sets of arguments

/// Arguments that name files, folders and macros are put into a copy of what Clang makes of the others.
bool isOfSource(const std::string& argument) {
    return argument.starts_with("-D") || argument.starts_with("-U") || argument.starts_with("-I");
}

std::vector<std::string> cc1Arguments(const std::vector<std::string>& target,
                                      const std::vector<std::string>& parsed) {
    std::vector<std::string> arguments = target;
    for (const char* argument : {"-x", "cl", "-O2", "-disable-llvm-passes", "-finclude-default-header",
                                 "-fdeclare-opencl-builtins", "-resource-dir", WARPSTRING_CLANG_RESOURCE_DIR,
                                 "-fno-caret-diagnostics", "-Wno-unused-command-line-argument"})
        arguments.emplace_back(argument);
    for (const auto& argument : parsed)
        if (!isOfSource(argument)) arguments.push_back(argument);
    arguments.emplace_back(anySource);
    return arguments;
}

/// What Clang makes of arguments, which it takes for each source anew; null where it refuses them.
std::shared_ptr<const clang::CompilerInvocation> understood(const std::vector<std::string>& arguments,
                                                            DiagnosticCollector& collector) {
    static std::mutex mutex;
    static std::map<std::vector<std::string>, std::shared_ptr<const clang::CompilerInvocation>> known;
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(arguments); found != known.end()) return found->second;
    }
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> ids(new clang::DiagnosticIDs());
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnosticOptions(new clang::DiagnosticOptions());
    clang::DiagnosticsEngine early(ids, diagnosticOptions, &collector, /*ShouldOwnClient=*/false);
    std::vector<const char*> pointers;
    pointers.reserve(arguments.size());
    for (const auto& argument : arguments) pointers.push_back(argument.c_str());
    auto made = std::make_shared<clang::CompilerInvocation>();
    if (!clang::CompilerInvocation::CreateFromArgs(*made, pointers, early)) return nullptr;
    const std::lock_guard lock(mutex);
    if (known.size() == mostKnown) known.clear();
    return known[arguments] = std::move(made);
}

/// The source's folder comes first among the include folders, as with a compiler that reads the file itself.
void nameSource(clang::CompilerInvocation& invocation, const KernelSource& source,
                const std::vector<std::string>& parsed) {
    auto& inputs = invocation.getFrontendOpts().Inputs;
    inputs = {clang::FrontendInputFile(source.name, inputs.front().getKind())};
    invocation.getCodeGenOpts().MainFileName = source.name;
    auto& folders = invocation.getHeaderSearchOpts();
    const auto addFolder = [&](const std::string& path) {
        folders.AddPath(path, clang::frontend::Angled, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
    };
    if (const auto folder = std::filesystem::path(source.name).parent_path(); !folder.empty())
        addFolder(folder.string());
    auto& preprocessor = invocation.getPreprocessorOpts();
    for (const auto& argument : parsed) {
        const std::string value = argument.substr(2);
        if (argument.starts_with("-I")) addFolder(value);
        if (argument.starts_with("-D")) preprocessor.addMacroDef(value);
        if (argument.starts_with("-U")) preprocessor.addMacroUndef(value);
    }
    // Clang owns neither the text nor the file system's view of it.
    preprocessor.addRemappedFile(source.name,
                                 llvm::MemoryBuffer::getMemBufferCopy(source.text, source.name).release());
}

} // namespace

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                           const clang::Diagnostic& info) {
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

Diagnostics DiagnosticCollector::failure(const KernelSource& source, const char* otherwise) const {
    Diagnostics all = found;
    if (!hasErrors(all))
        all.push_back({"frontend.compile", Severity::Error, {source.name, 0, 0}, otherwise, ""});
    return all;
}

std::vector<std::string> spirTarget(int addressBits) {
    return {"-triple", addressBits == 64 ? "spir64-unknown-unknown" : "spir-unknown-unknown"};
}

Result<ClangInvocation> clangInvocation(const KernelSource& source, const std::string& options,
                                        const std::vector<std::string>& target,
                                        DiagnosticCollector& collector) {
    auto parsed = parseBuildOptions(options);
    if (!parsed) return parsed.diagnostics();

    const auto known = understood(cc1Arguments(target, parsed->arguments), collector);
    if (!known) return collector.failure(source, "the build options were not understood");
    auto invocation = std::make_shared<clang::CompilerInvocation>(*known);
    nameSource(*invocation, source, parsed->arguments);
    if (usesIntelSubGroups(source.text)) {
        auto& preprocessor = invocation->getPreprocessorOpts();
        preprocessor.Includes.emplace_back(intelHeader);
        preprocessor.addRemappedFile(
            intelHeader, llvm::MemoryBuffer::getMemBufferCopy(intelSubGroups(), intelHeader).release());
    }
    return ClangInvocation{std::move(invocation), std::move(parsed->notes), parsed->floats};
}

} // namespace warpstring::frontend
