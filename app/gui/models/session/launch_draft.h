// SPDX-License-Identifier: GPL-3.0-or-later
// A launch file to begin with, for a kernel that has none.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "pdg/pdg.h"

namespace warpstring::gui {

/// A launch of the first kernel of a source: a million work-items, a buffer element for each, whole numbers
/// that name that size. Guesses stand in comments. Fails where the source does not compile, or holds no kernel.
[[nodiscard]] Result<std::string> draftLaunch(const std::filesystem::path& source, const std::string& text);

/// What is said of a launch that was drafted: a warning at its first line.
[[nodiscard]] Diagnostic draftedNote(const std::filesystem::path& launch);

/// Launch files of the folder that name the source, sorted; the ones without a sweep first.
[[nodiscard]] std::vector<std::filesystem::path> launchFilesOf(const std::filesystem::path& source);

} // namespace warpstring::gui
