// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel is, for what is found of it as a whole.
#pragma once

#include <string>
#include <string_view>

#include "core/diagnostic.h"

namespace warpstring::findings {

/// Of the kernel's name in its definition, by the text alone; the first line where it is not found (a macro may
/// make it up).
[[nodiscard]] SourceLocation kernelPlace(const std::string& file, std::string_view text,
                                         std::string_view kernel);

} // namespace warpstring::findings
