// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/annotated/read_c.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <filesystem>
#include <memory>
#include <regex>
#include <utility>

#include "pdg/frontend/annotated/c_headers.h"
#include "pdg/frontend/annotated/convert.h"
#include "pdg/frontend/guarded.h"
#include "pdg/frontend/opencl/clang_invocation.h"
#include "pdg/frontend/opencl/watched_parse.h"

namespace warpstring::frontend {

namespace {

class ConvertingConsumer : public clang::ASTConsumer {
public:
    ConvertingConsumer(CFile& file, FoundPragmas& pragmas) : file_(file), pragmas_(pragmas) {}

    void HandleTranslationUnit(clang::ASTContext& context) override {
        // What did not compile has no meaning.
        if (!context.getDiagnostics().hasErrorOccurred())
            file_.functions = convertedFunctions(context, pragmas_);
    }

private:
    CFile& file_;
    FoundPragmas& pragmas_;
};

class ConvertingAction : public clang::ASTFrontendAction {
public:
    ConvertingAction(CFile& file, FoundPragmas& pragmas) : file_(file), pragmas_(pragmas) {}

    [[nodiscard]] bool isBeyondItsShare() const { return tokens_ > mostTokens; }

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& instance) override {
        clang::Preprocessor& preprocessor = instance.getPreprocessor();
        preprocessor.AddPragmaHandler(new WarpstringPragma(pragmas_)); // which owns it
        preprocessor.setTokenWatcher([this](const clang::Token& token) {
            ++tokens_; // beyond its share the source reads as empty, as in WatchedParse
            if (isBeyondItsShare()) const_cast<clang::Token&>(token).setKind(clang::tok::eof);
        });
        return true;
    }
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*instance*/,
                                                          llvm::StringRef /*file*/) override {
        return std::make_unique<ConvertingConsumer>(file_, pragmas_);
    }

private:
    CFile& file_;
    FoundPragmas& pragmas_;
    std::uint64_t tokens_ = 0;
};

/// With `value` in the place of what #define gives the name; nullopt where there is no such line.
std::optional<std::string> redefined(const std::string& text, const std::string& name, std::int64_t value) {
    const std::regex definition("(^|\n)([ \t]*#[ \t]*define[ \t]+" + name + "[ \t]+)([^\n]*[^\n\\\\])(?=\n|$)");
    std::smatch found;
    if (!std::regex_search(text, found, definition)) return std::nullopt;
    return text.substr(0, static_cast<std::size_t>(found.position(3))) + std::to_string(value) +
           found.suffix().str();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withHeaders() {
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> headers(new llvm::vfs::InMemoryFileSystem);
    for (const auto& [path, text] : cHeaders())
        headers->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
    llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files(
        new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
    files->pushOverlay(headers);
    return files;
}

Result<CFile> fileOf(const KernelSource& source, const std::map<std::string, std::int64_t>& values) {
    std::string text = source.text;
    std::vector<std::string> arguments = {"-triple",
                                          "x86_64-unknown-linux-gnu",
                                          "-x",
                                          "c",
                                          "-std=gnu17",
                                          "-fsyntax-only",
                                          "-ffreestanding",
                                          "-resource-dir",
                                          WARPSTRING_CLANG_RESOURCE_DIR,
                                          "-isystem",
                                          headerFolder,
                                          "-internal-isystem",
                                          std::string(WARPSTRING_CLANG_RESOURCE_DIR).append("/include"),
                                          "-fno-caret-diagnostics",
                                          "-main-file-name",
                                          source.name};
    for (const auto& [name, value] : values) {
        if (auto changed = redefined(text, name, value))
            text = *std::move(changed);
        else
            arguments.push_back("-D" + name + "=" + std::to_string(value));
    }
    const auto folder = std::filesystem::path(source.name).parent_path();
    if (!folder.empty()) arguments.push_back("-I" + folder.string());
    arguments.push_back(source.name);
    std::vector<const char*> pointers;
    pointers.reserve(arguments.size());
    for (const std::string& argument : arguments) pointers.push_back(argument.c_str());

    DiagnosticCollector collector;
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> ids(new clang::DiagnosticIDs());
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions());
    clang::DiagnosticsEngine early(ids, options, &collector, /*ShouldOwnClient=*/false);
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, early))
        return collector.failure(source, "the source could not be read as C");
    invocation->getPreprocessorOpts().addRemappedFile(
        source.name, llvm::MemoryBuffer::getMemBufferCopy(text, source.name).release());

    clang::CompilerInstance instance;
    instance.setInvocation(invocation);
    instance.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
    instance.createFileManager(withHeaders());
    CFile file;
    FoundPragmas pragmas;
    ConvertingAction action(file, pragmas);
    const bool done = instance.ExecuteAction(action);
    if (action.isBeyondItsShare()) return tooManyTokens(source.name, "leave out what the nest does not use");
    if (!done || hasErrors(collector.found))
        return collector.failure(source, "Clang could not read this source");
    if (!pragmas.faults.empty()) return pragmas.faults;
    file.sizes = std::move(pragmas.sizes);
    file.warnings = std::move(collector.found);
    return file;
}

} // namespace

Result<CFile> readAnnotatedC(const KernelSource& source, const std::map<std::string, std::int64_t>& values) {
    return guarded<CFile>(source.name, [&] { return fileOf(source, values); });
}

} // namespace warpstring::frontend
