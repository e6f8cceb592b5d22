// SPDX-License-Identifier: GPL-3.0-or-later
// By which code scanning knows a line again after others have moved it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstring::findings {

/// "271789c17abda88f:1" for each line of a UTF-8 text: a hash over the 100 characters from its begin on, blanks
/// left out, and how many lines up to this one have it. The values are those that GitHub's upload computes
/// itself as primaryLocationLineHash.
[[nodiscard]] std::vector<std::string> lineHashes(std::string_view text);

} // namespace warpstring::findings
