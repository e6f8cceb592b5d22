// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/spec_name_line.h"

namespace warpstring::files {

std::optional<std::string> nameAtItsLine(std::string_view text) {
    // A device that is called otherwise than its spec says so by this key, in whatever form.
    if (text.find("opencl_name") != std::string_view::npos) return std::nullopt;
    constexpr std::string_view line = "\nname = \"";
    const auto found = text.find(line);
    if (found == std::string_view::npos || text.find("\nname", found + 1) != std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(found + line.size());
    const auto end = rest.find_first_of("\"\\\n");
    if (end == std::string_view::npos || rest[end] != '"') return std::nullopt;
    return std::string(rest.substr(0, end));
}

} // namespace warpstring::files
