// SPDX-License-Identifier: GPL-3.0-or-later
// A person's functions of scalars that go by components, as functions of vectors.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// "root_float4", where none of the functions is called so.
[[nodiscard]] std::string vectorFunctionName(const std::vector<UserFunction>& functions,
                                             const std::string& function, ValueType vector);

/// Those that are called, by name and width, and what they call, as OpenCL C in the order of `functions`.
[[nodiscard]] std::string vectorFunctions(const std::vector<UserFunction>& functions,
                                          std::set<std::pair<std::string, int>> called);

} // namespace warpstring::generate
