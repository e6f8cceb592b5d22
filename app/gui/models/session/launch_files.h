// SPDX-License-Identifier: GPL-3.0-or-later
// The launch files that a kernel's source has beside it, and what is said where it has none.
#pragma once

#include <filesystem>
#include <vector>

#include "core/diagnostic.h"

namespace warpstring::gui {

/// Launch files of the folder that name the source, sorted; the ones without a sweep first.
[[nodiscard]] std::vector<std::filesystem::path> launchFilesOf(const std::filesystem::path& source);

/// What is said of a launch that was drafted: a warning at its first line.
[[nodiscard]] Diagnostic draftedNote(const std::filesystem::path& launch);

} // namespace warpstring::gui
