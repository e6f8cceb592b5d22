// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a launch's compiler, with the folders of headers apart.
#pragma once

#include <string>
#include <vector>

namespace warpstring::gui {

struct CompilerOptions {
    std::string others; ///< as they are written, but for the folders
    std::vector<std::string> includes;
};

[[nodiscard]] CompilerOptions splitOptions(const std::string& options);
/// Folders with blanks are quoted.
[[nodiscard]] std::string joinOptions(const CompilerOptions& options);

} // namespace warpstring::gui
