// SPDX-License-Identifier: GPL-3.0-or-later
// Text in the units that SARIF and code scanning count.
#pragma once

#include <string>
#include <string_view>

namespace warpstring::findings {

/// Every byte that is no part of a UTF-8 character is U+FFFD.
[[nodiscard]] std::u16string toUtf16(std::string_view utf8);

} // namespace warpstring::findings
