// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison for other programs: CSV by RFC 4180 and JSON, schema "warpstring.comparison/1" (docs/json.md).
#pragma once

#include <string>

#include "study/comparison/comparison.h"

namespace warpstring::comparison {

/// A record a compared launch, with a header; lines end in CR LF.
[[nodiscard]] std::string toCsv(const Comparison& comparison);
[[nodiscard]] std::string toJson(const Comparison& comparison);

} // namespace warpstring::comparison
