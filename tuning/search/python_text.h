// SPDX-License-Identifier: GPL-3.0-or-later
// As much of Python as tuners write into their files: conditions on parameters, and lists of values.
#pragma once

#include <string>
#include <vector>

#include "core/files/toml/toml_reader.h"

namespace warpstring::search {

/// A condition as an expression of launch files: and, or, not, comparisons (chained ones too), + - * // % **,
/// min, max and parentheses over whole numbers and names. tune.python tells what else it has; / among it, which
/// is no division of whole numbers in Python.
[[nodiscard]] Result<std::string> launchExpression(const std::string& condition);

/// "[1, 2, 4]", "[2**i for i in range(1, 6)]" and sums of such lists; numbers, strings, True and False.
[[nodiscard]] Result<std::vector<files::TomlValue>> pythonList(const std::string& text);

} // namespace warpstring::search
