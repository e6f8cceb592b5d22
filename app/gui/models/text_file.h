// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files of text, written so that a failure leaves what was there.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"

namespace warpstring::gui {

/// Fails with file.unreadable.
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& path);
/// Returns nothing when the text is written, else file.unwritable.
[[nodiscard]] Diagnostics writeText(const std::filesystem::path& path, const std::string& text);

} // namespace warpstring::gui
