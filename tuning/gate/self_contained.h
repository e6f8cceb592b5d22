// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's source that travels alone: the headers that it includes stand in it.
#pragma once

#include <filesystem>
#include <string>

namespace warpstring::gate {

/// `text`, which is of the file `source`, with every file in place of its #include that is found beside the one
/// that includes it or in a folder that the build options name (-I); #line keeps lines and names as they were.
/// What is found nowhere, or named by a macro, stays as it is. Of a file with #pragma once the first include
/// counts, whatever conditions it stands behind.
[[nodiscard]] std::string selfContained(const std::filesystem::path& source, const std::string& text,
                                        const std::string& buildOptions);

/// The build options without folders of includes.
[[nodiscard]] std::string withoutIncludes(const std::string& buildOptions);
/// Those alone: " -I include".
[[nodiscard]] std::string onlyIncludes(const std::string& buildOptions);

} // namespace warpstring::gate
