// SPDX-License-Identifier: GPL-3.0-or-later
// The TOML form of a launch (docs/launch-files.md).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring::files {

/// A launch file: one launch, or the product of its [sweep] lists, in the order of the file with the last
/// list varying fastest.
struct LaunchFile {
    std::vector<Launch> launches;
};

/// Reads a launch file. Every fault has a place and a hint; all faults are reported, not only the first.
/// Without reference, [reference] is checked for its keys but no other launch file is read for it.
[[nodiscard]] Result<LaunchFile> readLaunchFile(const std::filesystem::path& path, bool withReference = true);
/// The same from text; `path` names it in diagnostics and anchors its relative paths.
[[nodiscard]] Result<LaunchFile> parseLaunchFile(std::string_view text, const std::filesystem::path& path,
                                                 bool withReference = true);

} // namespace warpstring::files
