// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel of a source that obviously holds one, told from its text: a compilation that need not be.
#pragma once

#include <optional>
#include <string>

namespace warpstring::drafting {

/// Nothing where there may be others: where the text says __kernel or kernel more than once (comments count),
/// in a directive, or includes a file. The name is a guess all the same: the source may not compile.
[[nodiscard]] std::optional<std::string> onlyKernelIn(const std::string& text);

} // namespace warpstring::drafting
