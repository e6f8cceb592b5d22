// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/source_edits.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Transformer/SourceCode.h>

#include <algorithm>
#include <cctype>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

std::size_t lineBegin(const std::string& text, std::size_t offset) {
    const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    return before == std::string::npos ? 0 : before + 1;
}

} // namespace

SourceEdits::SourceEdits(const Scene& scene) : scene_(scene) {}

void SourceEdits::refuse(clang::SourceLocation at, const std::string& message) {
    if (!fault_)
        fault_ = refusal(scene_, at, "in-macro", message,
                         "write it out in the kernel itself, in place of the macro or the included file");
}

std::optional<std::pair<unsigned, unsigned>> SourceEdits::span(clang::SourceRange tokens) {
    const auto& manager = scene_.context.getSourceManager();
    const auto range =
        clang::tooling::getFileRangeForEdit(clang::CharSourceRange::getTokenRange(tokens), scene_.context);
    if (!range || !manager.isWrittenInMainFile(range->getBegin())) {
        refuse(tokens.getBegin(), "what would have to be changed stands in a macro or an included file");
        return std::nullopt;
    }
    const unsigned begin = manager.getFileOffset(range->getBegin());
    unsigned end = manager.getFileOffset(range->getEnd());
    if (range->isTokenRange())
        end += clang::Lexer::MeasureTokenLength(range->getEnd(), manager, scene_.context.getLangOpts());
    return std::pair(begin, end - begin);
}

std::optional<std::pair<unsigned, unsigned>> SourceEdits::statementSpan(const clang::Stmt& statement) {
    auto place = span(statement.getSourceRange());
    if (!place) return place;
    const std::string& text = scene_.text.source;
    const std::size_t end = place->first + place->second;
    const std::size_t next = text.find_first_not_of(" \t\r\n)", end);
    if (next == std::string::npos || text[next] != ';') return place;
    const std::size_t last = text.find_last_not_of(" \t\r\n", next - 1);
    place->second = static_cast<unsigned>(std::max(end, last + 1) - place->first);
    return place;
}

void SourceEdits::replaceAt(unsigned offset, unsigned length, const std::string& text) {
    const clang::tooling::Replacement edit("kernel", offset, length, text);
    if (llvm::Error error = edits_.add(edit)) {
        llvm::consumeError(std::move(error));
        if (!fault_)
            fault_ =
                refusal(scene_, scene_.facts.kernel->getLocation(), "overlapping-changes",
                        "two changes meet at one place of the source", "write nested calls as variables first");
    }
}

void SourceEdits::replace(clang::SourceRange tokens, const std::string& text) {
    if (const auto place = span(tokens)) replaceAt(place->first, place->second, text);
}

void SourceEdits::insertBefore(clang::SourceLocation token, const std::string& text) {
    if (const auto place = span({token, token})) replaceAt(place->first, 0, text);
}

void SourceEdits::insertBehind(clang::SourceLocation token, const std::string& text) {
    if (const auto place = span({token, token})) replaceAt(place->first + place->second, 0, text);
}

void SourceEdits::remove(clang::SourceRange tokens) {
    const auto place = span(tokens);
    if (!place) return;
    const std::string& text = scene_.text.source;
    std::size_t begin = place->first, end = begin + place->second;
    const std::size_t line = lineBegin(text, begin);
    const std::size_t next = text.find_first_not_of(" \t\r", end);
    if (text.find_first_not_of(" \t", line) == begin && (next == std::string::npos || text[next] == '\n')) {
        begin = line;
        end = next == std::string::npos ? text.size() : next + 1;
    }
    replaceAt(static_cast<unsigned>(begin), static_cast<unsigned>(end - begin), "");
}

std::string SourceEdits::copyOf(clang::SourceRange tokens,
                                const std::vector<std::pair<clang::SourceRange, std::string>>& changes) {
    const auto whole = span(tokens);
    return whole ? copyOf(*whole, changes) : "";
}

std::string SourceEdits::copyOf(std::pair<unsigned, unsigned> span,
                                const std::vector<std::pair<clang::SourceRange, std::string>>& changes) {
    const auto [begin, length] = span;
    clang::tooling::Replacements edits;
    for (const auto& [range, text] : changes) {
        const auto place = this->span(range);
        if (!place) return {};
        if (place->first < begin || place->first + place->second > begin + length) continue;
        if (llvm::Error error = edits.add({"kernel", place->first - begin, place->second, text})) {
            llvm::consumeError(std::move(error));
            refuse(range.getBegin(), "two changes meet at one place of the source");
            return {};
        }
    }
    auto made = clang::tooling::applyAllReplacements(scene_.text.source.substr(begin, length), edits);
    if (!made) {
        llvm::consumeError(made.takeError());
        return {};
    }
    return *made;
}

Result<clang::tooling::Replacements> SourceEdits::finish() const {
    if (fault_) return *fault_;
    return edits_;
}

bool hasName(const std::string& text, const std::string& name) {
    const auto isPart = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
        if ((at == 0 || !isPart(at - 1)) && !isPart(at + name.size())) return true;
    return false;
}

std::string indentOf(const Scene& scene, unsigned offset) {
    const std::string& text = scene.text.source;
    const std::size_t line = lineBegin(text, offset);
    return text.substr(line, text.find_first_not_of(" \t", line) - line);
}

std::string indented(const std::string& text) {
    std::string all;
    for (const char c : text) {
        all += c;
        if (c == '\n') all += "    ";
    }
    return all;
}

} // namespace warpstring::transform
