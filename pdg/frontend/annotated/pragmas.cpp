// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/annotated/pragmas.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace warpstring::frontend {

namespace {

constexpr const char* pragmaHint =
    "parallel, simd and reduction(+: s) stand before a loop; size n = 1024 gives a parameter its value";

/// The pragma's tokens as their text, one after another.
class PragmaReader {
public:
    explicit PragmaReader(std::vector<std::string> words) : words_(std::move(words)) {}

    [[nodiscard]] bool atEnd() const { return next_ >= words_.size(); }
    [[nodiscard]] std::string take() { return atEnd() ? "" : words_[next_++]; }
    bool takes(const std::string& word) {
        if (atEnd() || words_[next_] != word) return false;
        ++next_;
        return true;
    }

    /// Behind "reduction".
    [[nodiscard]] std::optional<std::vector<LoopAnnotation::Reduction>> reductions() {
        static constexpr std::array<std::string_view, 9> operations{"+", "*", "min", "max", "&",
                                                                    "|", "^", "&&",  "||"};
        if (!takes("(")) return std::nullopt;
        const std::string operation = take();
        if (std::ranges::find(operations, operation) == operations.end() || !takes(":")) return std::nullopt;
        std::vector<LoopAnnotation::Reduction> found;
        do {
            found.push_back({operation, take()});
            if (found.back().variable.empty()) return std::nullopt;
        } while (takes(","));
        if (!takes(")")) return std::nullopt;
        return found;
    }

    /// Behind "size".
    [[nodiscard]] std::optional<SizeAnnotation> size() {
        SizeAnnotation found;
        found.name = take();
        if (found.name.empty() || !takes("=")) return std::nullopt;
        const std::string number = take();
        char* end = nullptr;
        found.value = std::strtoll(number.c_str(), &end, 0);
        if (number.empty() || *end != '\0' || found.value < 1 || !atEnd()) return std::nullopt;
        return found;
    }

private:
    std::vector<std::string> words_;
    std::size_t next_ = 0;
};

std::optional<LoopAnnotation> loopAnnotation(PragmaReader& reader) {
    LoopAnnotation annotation;
    while (!reader.atEnd()) {
        if (reader.takes(",")) continue;
        if (reader.takes("parallel")) {
            annotation.isParallel = true;
        } else if (reader.takes("simd")) {
            annotation.isSimd = true;
        } else if (reader.takes("reduction")) {
            const auto reductions = reader.reductions();
            if (!reductions) return std::nullopt;
            annotation.reductions.insert(annotation.reductions.end(), reductions->begin(), reductions->end());
        } else {
            return std::nullopt;
        }
    }
    const bool saysSomething = annotation.isParallel || annotation.isSimd || !annotation.reductions.empty();
    return saysSomething ? std::optional(annotation) : std::nullopt;
}

} // namespace

void WarpstringPragma::HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer /*introducer*/,
                                    clang::Token& first) {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const clang::PresumedLoc at = sources.getPresumedLoc(first.getLocation());
    const SourceLocation place{at.getFilename(), static_cast<int>(at.getLine()),
                               static_cast<int>(at.getColumn())};
    std::vector<std::string> words;
    clang::Token token;
    preprocessor.Lex(token); // macros are expanded: size n = SIDE
    while (token.isNot(clang::tok::eod)) {
        words.push_back(preprocessor.getSpelling(token));
        preprocessor.Lex(token);
    }
    PragmaReader reader(std::move(words));
    if (reader.takes("size")) {
        if (auto size = reader.size()) {
            size->place = place;
            found_.sizes.push_back(*std::move(size));
            return;
        }
    } else if (auto annotation = loopAnnotation(reader)) {
        annotation->place = place;
        found_.loops.push_back({*std::move(annotation), sources.getFileOffset(token.getLocation()), false});
        return;
    }
    found_.faults.push_back(
        {"nest.pragma", Severity::Error, place, "this pragma of warpstring is not understood", pragmaHint});
}

} // namespace warpstring::frontend
