// SPDX-License-Identifier: GPL-3.0-or-later
// The headers of C's library that nests may include, so that none of the machine's own are needed.
#pragma once

#include <map>
#include <string>

namespace warpstring::frontend {

/// Where they are to Clang.
inline constexpr const char* headerFolder = "/warpstring/include";

/// By the path that they have there.
[[nodiscard]] const std::map<std::string, std::string>& cHeaders();

} // namespace warpstring::frontend
