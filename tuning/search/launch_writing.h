// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a variant written into the text of a launch file: comments stay.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/files/toml/toml_editor.h"
#include "core/files/toml/toml_reader.h"
#include "core/result.h"
#include "tuning/search/search_space.h"

namespace warpstring::search {

class LaunchWriting {
public:
    /// `document` is what `text` holds, and outlives this.
    LaunchWriting(const std::string& text, std::filesystem::path launchFile, const files::TomlValue& document);

    void values(const SearchSpace& space, const Choice& choice);
    void dropSweep();
    void text(const files::TomlPath& path, const std::string& text);
    /// Paths lead to the same files from the folder.
    void movePaths(const std::filesystem::path& folder);

    /// The launch's build options, with a folder of headers behind them.
    void includeFrom(const std::filesystem::path& folder);

    /// The text, or tune.cannot-write-values where it does not let a value be written.
    [[nodiscard]] Result<std::string> result() const;

private:
    void move(const files::TomlValue* value, const files::TomlPath& path, const std::filesystem::path& folder);
    void write(const files::TomlPath& path, const std::string& toml, const std::string& name);

    std::filesystem::path launchFile_;
    const files::TomlValue& document_;
    files::TomlEditor editor_;
    std::optional<Diagnostic> fault_;
};

/// `text` with the values of a combination and without [sweep].
[[nodiscard]] Result<std::string> withValues(const std::string& text, const std::filesystem::path& launchFile,
                                             const SearchSpace& space, const Choice& choice);

} // namespace warpstring::search
