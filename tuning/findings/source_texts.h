// SPDX-License-Identifier: GPL-3.0-or-later
// The sources that findings are in: their texts, and their names from the root of a repository.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "tuning/findings/finding.h"

namespace warpstring::findings {

/// The folder above `folder`, or itself, that holds .git; `folder` where there is none.
[[nodiscard]] std::filesystem::path repositoryRoot(const std::filesystem::path& folder);

/// Reads each file once. Names are relative to the root; of files elsewhere they go up and down again.
class SourceTexts {
public:
    explicit SourceTexts(const std::filesystem::path& root);

    /// What findings call a file by: relative to the root, with slashes.
    [[nodiscard]] std::string nameOf(const std::filesystem::path& file) const;
    /// Empty where it cannot be read. `name` is of nameOf(); the text lives as long as this.
    const std::string& text(const std::string& name);
    /// From the place's column, else from the line's first character, to the line's last one; columns of the
    /// place are bytes, as compilers count them. Where there is no such line, the first character of the text.
    [[nodiscard]] Region regionOf(const SourceLocation& place);
    /// See lineHashes(); empty where there is no such line.
    [[nodiscard]] std::string hashOf(const std::string& name, int line);

private:
    struct Source {
        std::string text;
        std::vector<std::string> hashes; ///< of its lines, once asked for
    };
    Source& source(const std::string& name);

    std::filesystem::path root_;
    std::map<std::string, Source> sources_;
};

/// A name as the relative reference of a URI: what may not stand there is percent-encoded.
[[nodiscard]] std::string uriOf(const std::string& name);

} // namespace warpstring::findings
