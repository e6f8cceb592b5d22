// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to a source that are made only where its text stands in the file itself, not in a macro's body or
// an included file.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Tooling/Core/Replacement.h>

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace warpstring::transform {

struct Scene;

/// Collects changes; the first that is not possible refuses all of them.
class SourceEdits {
public:
    explicit SourceEdits(const Scene& scene);

    /// Of the tokens from the first to the last.
    void replace(clang::SourceRange tokens, const std::string& text);
    void insertBefore(clang::SourceLocation token, const std::string& text);
    void insertBehind(clang::SourceLocation token, const std::string& text);
    /// Takes the tokens away, and the line where nothing else stands on it.
    void remove(clang::SourceRange tokens);
    /// At an offset of the file.
    void replaceAt(unsigned offset, unsigned length, const std::string& text);

    /// The text of the tokens with changes made to it, which are none of the file's: for copies of it.
    [[nodiscard]] std::string copyOf(clang::SourceRange tokens,
                                     const std::vector<std::pair<clang::SourceRange, std::string>>& changes);

    [[nodiscard]] std::string copyOf(std::pair<unsigned, unsigned> span,
                                     const std::vector<std::pair<clang::SourceRange, std::string>>& changes);

    /// Where the tokens stand in the file: offset and length. Refuses where they do not.
    [[nodiscard]] std::optional<std::pair<unsigned, unsigned>> span(clang::SourceRange tokens);

    /// Of a statement without its semicolon. Clang takes the last parenthesis of "(float4)(0)" for none of it.
    [[nodiscard]] std::optional<std::pair<unsigned, unsigned>> statementSpan(const clang::Stmt& statement);

    [[nodiscard]] Result<clang::tooling::Replacements> finish() const;

private:
    void refuse(clang::SourceLocation at, const std::string& message);

    const Scene& scene_;
    clang::tooling::Replacements edits_;
    std::optional<Diagnostic> fault_;
};

/// Whether a text has a name in it, not as part of another one.
[[nodiscard]] bool hasName(const std::string& text, const std::string& name);

/// The blanks that the line of a place begins with.
[[nodiscard]] std::string indentOf(const Scene& scene, unsigned offset);

/// The same with all lines but the first four blanks further in.
[[nodiscard]] std::string indented(const std::string& text);

} // namespace warpstring::transform
