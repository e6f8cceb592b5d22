// SPDX-License-Identifier: GPL-3.0-or-later
// Text that may come from anywhere, in files that must be UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpstring {

/// Bytes of the UTF-8 character at the start of `text`, which is not empty; 0 when it is none.
[[nodiscard]] std::size_t characterBytes(std::string_view text);

/// `text` with U+FFFD in place of every byte that is no part of a character.
[[nodiscard]] std::string validUtf8(std::string_view text);

} // namespace warpstring
