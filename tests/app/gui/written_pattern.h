// SPDX-License-Identifier: GPL-3.0-or-later
// Small computations as pattern files, of which all ways are found within a second.
#pragma once

#include <string>

namespace warpstring::gui::test {

inline const std::string doublePattern = "// Twice each.\n"
                                         "size n = 4096;\n"
                                         "size m = n / 2;\n"
                                         "\n"
                                         "double_all(x: float[n]) = x |> map(v => v * 2)\n";

/// Ways with one kernel and with two.
inline const std::string sumPattern = "size n = 65536;\n"
                                      "sum(x: float[n]) = x |> reduce(add, 0)\n";

} // namespace warpstring::gui::test
