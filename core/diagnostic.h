// SPDX-License-Identifier: GPL-3.0-or-later
// The one way in which every part of Warpstring says that something is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstring {

/// A place in a text file. Lines and columns count from 1; 0 means unknown.
struct SourceLocation {
    std::string file;
    int line = 0;
    int column = 0;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
    friend auto operator<=>(const SourceLocation&, const SourceLocation&) = default;
};

enum class Severity { Note, Warning, Error };

[[nodiscard]] std::string_view name(Severity severity);

/// Whose doing a fault is: what was written or asked for, or the disk, the driver, the machine. Exit codes hang
/// on it.
enum class Origin { Request, Surroundings };

/// One finding. `code` is stable and meant for programs ("launch.unknown-key"); `message` says what is
/// wrong and `hint` what to do about it. Libraries return diagnostics, they never print them.
struct Diagnostic {
    std::string code;
    Severity severity = Severity::Error;
    SourceLocation place;
    std::string message;
    std::string hint;
    Origin origin = Origin::Request;

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool hasErrors(const Diagnostics& diagnostics);

/// The same findings, told to be of the surroundings.
[[nodiscard]] Diagnostics fromSurroundings(Diagnostics diagnostics);
[[nodiscard]] bool isFromSurroundings(const Diagnostics& diagnostics);

/// output.write: "the <what> cannot be written", of the surroundings.
[[nodiscard]] Diagnostic unwritable(const std::string& what, const std::string& file);

/// "file:line:column: error: message [code]" and, on a second line, "  hint: ...". No trailing newline.
[[nodiscard]] std::string toText(const Diagnostic& diagnostic);

/// The candidate closest to `word` by edit distance, or empty when none is close enough to suggest.
[[nodiscard]] std::string closestName(std::string_view word, const std::vector<std::string>& candidates);

} // namespace warpstring
