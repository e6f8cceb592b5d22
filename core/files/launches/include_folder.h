// SPDX-License-Identifier: GPL-3.0-or-later
// Where a source looks for the files that it includes, once it stands in another folder.
#pragma once

#include <filesystem>
#include <string>

namespace warpstring::files {

/// Whether a kernel's source includes files by quotes: those are looked up beside it.
[[nodiscard]] bool includesBesideIt(const std::string& source);

/// Build options with a folder of headers behind them. It is written as an absolute path: a relative one would
/// lead from wherever a program is started.
[[nodiscard]] std::string withIncludeFolder(const std::string& options, const std::filesystem::path& folder);

} // namespace warpstring::files
