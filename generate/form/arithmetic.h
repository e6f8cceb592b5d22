// SPDX-License-Identifier: GPL-3.0-or-later
// What OpenCL C's operators and built-in functions compute of scalars.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/value_type.h"

namespace warpstring::generate {

/// The number as `type` holds it: integers wrap, floats are rounded.
[[nodiscard]] double converted(double number, ScalarType type);

/// `name` is one that operandCount() knows with as many operands, neither a component (".x") nor a vector that
/// is made (float4). `type` is what the operands are brought to: the operator's result, except of comparisons,
/// whose result is an int. Nullopt where an integer is divided by 0.
[[nodiscard]] std::optional<double> computed(std::string_view name, ScalarType type,
                                             const std::vector<double>& operands);

/// Whether its result is an int whatever its operands are.
[[nodiscard]] bool isComparison(std::string_view name);

} // namespace warpstring::generate
