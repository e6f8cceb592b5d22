// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/stripped_source.h"

#include <clang/AST/Attr.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "tuning/strip/emitter.h"

namespace warpstring::strip {

namespace {

Diagnostic refusal(const clang::ASTContext& context, clang::SourceLocation at, const std::string& what,
                   const std::string& message, const std::string& hint) {
    Diagnostic diagnostic{"strip." + what, Severity::Error, {}, message, hint};
    const auto place = context.getSourceManager().getPresumedLoc(at);
    if (place.isValid())
        diagnostic.place = {place.getFilename(), static_cast<int>(place.getLine()),
                            static_cast<int>(place.getColumn())};
    return diagnostic;
}

/// Names in the order of the source.
std::vector<std::string> namesOf(const Objects& objects) {
    std::vector<Object> sorted(objects.begin(), objects.end());
    std::sort(sorted.begin(), sorted.end(), [](Object a, Object b) {
        return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
    });
    std::vector<std::string> names;
    names.reserve(sorted.size());
    for (const auto* object : sorted) names.push_back(object->getName().str());
    return names;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
    return text;
}

class SourceStripper {
public:
    SourceStripper(const transform::KernelText& text, const StripChoice& choice, const Launch& launch,
                   clang::ASTContext& context, const clang::FunctionDecl& kernel)
        : text_(text), choice_(choice), launch_(launch), context_(context), kernel_(kernel) {}

    Result<StrippedSource> stripped() {
        auto collected = collectProgram(kernel_);
        if (collected.fault) return refusedStatement(*collected.fault);
        program_ = std::move(collected.program);
        if (auto fault = chooseObjects()) return *fault;
        if (auto fault = chooseAccesses()) return *fault;
        const Needs needs(
            program_,
            [&](const Access& access) {
                return keeping_.onChip ? isOnChip(access) : keeping_.accesses.contains(access.expression);
            },
            keeping_.onChip);
        findIdleLoads(needs);
        Emitter first(context_, program_, needs, keeping_, text_.source);
        static_cast<void>(first.helpers());
        static_cast<void>(first.kernelBody());
        // What all functions add up is known now.
        const std::string helpers = first.helpers(), body = first.kernelBody();
        if (first.fault())
            return refusal(context_, kernel_.getLocation(), "type", *first.fault(),
                           "load its members one by one");
        StrippedSource result;
        result.storesSums = first.storesSums();
        result.hasLimit = !first.accumulators().empty() && !result.storesSums;
        result.usesUnknown = first.usesUnknown();
        result.guards = first.guards();
        result.kept = namesOf(keptObjects(needs));
        tellWhatStays(needs, result);
        auto source = replaced(helpers, body, result);
        if (!source) return source.diagnostics();
        result.source = std::move(*source);
        return result;
    }

private:
    Diagnostic refusedStatement(const std::pair<clang::SourceLocation, std::string>& fault) const {
        if (fault.second == "atomics")
            return refusal(context_, fault.first, "atomics", "atomic functions of OpenCL 2.0 are not stripped",
                           "use those of OpenCL 1.2: atomic_add, ...");
        return refusal(context_, fault.first, "jumps", "labels, jumps to them and assembly are not stripped",
                       "write loops and branches");
    }

    std::optional<Diagnostic> chooseObjects() {
        for (const auto& access : program_.accesses)
            objects_.insert(access.objects.begin(), access.objects.end());
        if (choice_.kind != StripKind::Accesses) {
            for (const auto* object : objects_)
                if (isGlobal(object)) chosen_.insert(object);
            return std::nullopt;
        }
        for (const auto& name : choice_.names) {
            const auto found = std::find_if(objects_.begin(), objects_.end(),
                                            [&](Object object) { return object->getName() == name; });
            if (found == objects_.end())
                return refusal(context_, kernel_.getLocation(), "unknown-memory",
                               "\"" + name +
                                   "\" is not a buffer, image or local array that the kernel accesses",
                               "there are " + listed(namesOf(objects_)));
            chosen_.insert(*found);
        }
        return std::nullopt;
    }

    std::optional<Diagnostic> chooseAccesses() {
        keeping_.onChip = choice_.kind == StripKind::OnChipOnly;
        keeping_.dimensions = static_cast<unsigned>(launch_.range.dimensions);
        for (const auto& access : program_.accesses) {
            const auto count = std::count_if(access.objects.begin(), access.objects.end(),
                                             [&](Object object) { return chosen_.contains(object); });
            if (access.objects.empty())
                return refusal(context_, access.expression->getBeginLoc(), "unknown-access",
                               "nothing tells which memory this accesses",
                               "reach it from the argument directly");
            if (keeping_.onChip) {
                if (isOnChip(access)) keeping_.accesses.insert(access.expression);
                continue;
            }
            if (count == 0) continue;
            if (count != static_cast<std::ptrdiff_t>(access.objects.size()))
                return refusal(context_, access.expression->getBeginLoc(), "mixed-access",
                               "this accesses " + listed(namesOf(access.objects)) +
                                   ", of which not all are kept",
                               "keep all of them");
            keeping_.accesses.insert(access.expression);
        }
        return std::nullopt;
    }

    /// What is loaded for the flow alone is loaded in vain where the flow leads to nothing that stays: then
    /// compilers drop both. All other results are stored, or added to sums.
    void findIdleLoads(const Needs& needs) {
        if (keeping_.onChip) return;
        const Needs used(
            program_,
            [&](const Access& access) {
                return keeping_.accesses.contains(access.expression) &&
                       (access.stores || !needs.isExact(access.expression));
            },
            false);
        for (const auto& access : program_.accesses)
            if (keeping_.accesses.contains(access.expression) && access.loads && !access.stores &&
                needs.isExact(access.expression) && !used.isExact(access.expression))
                keeping_.idle.insert(access.expression);
    }

    /// Copies between global and local memory as well: what they bring is read there.
    bool isOnChip(const Access& access) const {
        const bool isCopy =
            access.isWhole && calleeName(*llvm::cast<clang::CallExpr>(access.expression)).starts_with("async");
        return isCopy || std::none_of(access.objects.begin(), access.objects.end(), isGlobal);
    }

    Objects keptObjects(const Needs& needs) const {
        if (!keeping_.onChip) return chosen_;
        Objects kept;
        for (const auto* object : objects_)
            if (!isGlobal(object)) kept.insert(object);
        static_cast<void>(needs);
        return kept;
    }

    void tellWhatStays(const Needs& needs, StrippedSource& result) const {
        Objects loaded, copied;
        for (const auto& access : program_.accesses) {
            const bool isChosen = !keeping_.onChip && keeping_.accesses.contains(access.expression);
            if (isChosen) continue;
            for (const auto* object : access.objects) {
                if (keeping_.onChip ? !isGlobal(object) : chosen_.contains(object)) continue;
                if (keeping_.onChip && keeping_.accesses.contains(access.expression)) copied.insert(object);
                if (needs.isExact(access.expression) || needs.keeps(access.expression)) loaded.insert(object);
            }
        }
        for (const auto* object : copied) loaded.erase(object);
        if (!loaded.empty())
            result.notes.push_back("accesses of " + listed(namesOf(loaded)) +
                                   " stay: addresses or branches hang on what they load");
        if (!copied.empty())
            result.notes.push_back("copies of " + listed(namesOf(copied)) + " to or from local memory stay");
    }

    std::optional<unsigned> offsetOf(clang::SourceLocation at) const {
        const auto& manager = context_.getSourceManager();
        if (at.isMacroID() || !manager.isWrittenInMainFile(at)) return std::nullopt;
        return manager.getFileOffset(at);
    }

    /// Behind the line end before the function's first word.
    std::optional<unsigned> beginOfKernel() const {
        auto begin = offsetOf(kernel_.getBeginLoc());
        if (!begin) return begin;
        for (const auto* attribute : kernel_.attrs())
            if (const auto at = offsetOf(attribute->getRange().getBegin())) begin = std::min(*begin, *at);
        const auto line = text_.source.rfind('\n', *begin);
        return line == std::string::npos ? 0U : static_cast<unsigned>(line + 1);
    }

    Result<std::string> replaced(const std::string& helpers, const std::string& body,
                                 const StrippedSource& result) const {
        const auto* compound = llvm::cast<clang::CompoundStmt>(kernel_.getBody());
        const auto begin = beginOfKernel();
        const auto parameters = offsetOf(kernel_.getFunctionTypeLoc().getRParenLoc());
        const auto open = offsetOf(compound->getLBracLoc()), close = offsetOf(compound->getRBracLoc());
        if (!begin || !parameters || !open || !close || *begin > *parameters || kernel_.getNumParams() == 0)
            return refusal(context_, kernel_.getLocation(), "in-macro",
                           "the kernel stands in a macro or an included file, or has no parameters",
                           "write it out in the file itself");
        std::string more;
        if (result.storesSums || result.hasLimit) more += ", __global float* strip_out";
        if (result.hasLimit) more += ", uint strip_limit";
        if (result.usesUnknown) more += ", uint strip_bits";
        std::string source = text_.source;
        source.replace(*open, *close - *open + 1, "{\n" + body + "}");
        source.insert(*parameters, more);
        source.insert(*begin, helpers);
        return source;
    }

    const transform::KernelText& text_;
    const StripChoice& choice_;
    const Launch& launch_;
    clang::ASTContext& context_;
    const clang::FunctionDecl& kernel_;
    Program program_;
    Objects objects_, chosen_;
    Keeping keeping_;
};

} // namespace

std::string guardLabel(int number) { return "kept alive " + std::to_string(number); }

Result<StrippedSource> strippedSource(const transform::KernelText& text, const StripChoice& choice,
                                      const Launch& launch, clang::ASTContext& context,
                                      const clang::FunctionDecl& kernel) {
    return SourceStripper(text, choice, launch, context, kernel).stripped();
}

} // namespace warpstring::strip
