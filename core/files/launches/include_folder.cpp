// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/include_folder.h"

#include <algorithm>
#include <sstream>

namespace warpstring::files {

bool includesBesideIt(const std::string& source) {
    std::istringstream lines(source);
    for (std::string line; std::getline(lines, line);) {
        std::erase_if(line, [](char letter) { return letter == ' ' || letter == '\t'; });
        if (line.starts_with("#include\"")) return true;
    }
    return false;
}

std::string withIncludeFolder(const std::string& options, const std::filesystem::path& folder) {
    std::error_code ignored;
    const auto whole =
        folder.empty() ? std::filesystem::current_path(ignored) : std::filesystem::absolute(folder, ignored);
    const std::string path = whole.lexically_normal().string();
    const bool isQuoted = path.find_first_of(" \t") != std::string::npos;
    return options + (options.empty() ? "-I " : " -I ") + (isQuoted ? "'" + path + "'" : path);
}

} // namespace warpstring::files
