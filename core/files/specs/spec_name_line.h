// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpstring::files {

/// What a spec calls itself, read off its text without parsing it: for choosing among many. Nothing where it
/// takes parsing to know what it and its device are called.
[[nodiscard]] std::optional<std::string> nameAtItsLine(std::string_view text);

} // namespace warpstring::files
