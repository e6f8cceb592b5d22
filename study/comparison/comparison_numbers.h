// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a comparison as people read them.
#pragma once

#include <optional>
#include <string>

#include "study/comparison/comparison.h"

namespace warpstring::comparison {

/// Four significant digits, whole beyond that; "-" for nothing.
[[nodiscard]] std::string figureText(const std::optional<double>& value);
/// "+12.3 %"; "x 25" beyond ten times, where a factor says more; "-" for nothing. `error` is a fraction.
[[nodiscard]] std::string signedErrorText(const std::optional<double>& error);
[[nodiscard]] std::string errorText(const ComparedQuantity& quantity);
/// "12.3 %"
[[nodiscard]] std::string percentFigure(double fraction);

} // namespace warpstring::comparison
