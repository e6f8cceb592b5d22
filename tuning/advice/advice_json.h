// SPDX-License-Identifier: GPL-3.0-or-later
// Advice as JSON, schema "warpstring.advice/1" (docs/json.md).
#pragma once

#include <string>

#include "tuning/advice/advice.h"

namespace warpstring::advice {

/// `ratioError`: the error that the advice was asked for with, and `errorSource` whence it is.
[[nodiscard]] std::string toJson(const Advice& advice, const Situation& situation, double ratioError,
                                 const std::string& errorSource);

} // namespace warpstring::advice
