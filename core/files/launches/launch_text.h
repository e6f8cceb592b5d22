// SPDX-License-Identifier: GPL-3.0-or-later
// A launch file's text, changed key by key: comments and everything else stay, the marks of guesses go with
// what they mark.
#pragma once

#include <string>
#include <vector>

#include "core/files/toml/toml_editor.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::files {

class LaunchText {
public:
    /// `parameters` are the kernel's, in whose order new arguments are written.
    explicit LaunchText(std::string text, std::vector<std::string> parameters = {});

    [[nodiscard]] const std::string& text() const { return editor_.text(); }
    [[nodiscard]] bool has(const TomlPath& path) const { return editor_.has(path); }
    /// Why a value was guessed, as the comment behind it says; empty where none does.
    [[nodiscard]] std::string guess(const TomlPath& path) const;

    /// Writes a value that somebody said: it is no guess any more, nor is the table around it. False, and
    /// nothing changed, where the text does not let it.
    bool write(const TomlPath& path, const std::string& toml);
    /// Writes a value with the mark of a guess behind it, none where the reason is empty.
    bool writeGuess(const TomlPath& path, const std::string& toml, const std::string& reason);
    /// Removes a key, what is below it and its mark; a table that is empty then goes too.
    bool remove(const TomlPath& path);

private:
    void dropMark(const TomlPath& path);
    [[nodiscard]] TomlSpan markOf(const TomlPath& path) const;
    void take(std::string text);

    TomlEditor::Rank rank_;
    TomlEditor editor_;
};

/// A value as TOML on one line.
[[nodiscard]] std::string tomlOf(const TomlValue& value);

} // namespace warpstring::files
