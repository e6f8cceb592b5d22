// SPDX-License-Identifier: GPL-3.0-or-later
// What a command writes to a file of the person's choice.
#pragma once

#include <filesystem>
#include <string>

#include "app/common/exit_code.h"

namespace warpstring::cli {

/// Says why where the `what` cannot be written (output.write).
[[nodiscard]] ExitCode writeText(const std::string& what, const std::filesystem::path& path,
                                 const std::string& text);

} // namespace warpstring::cli
