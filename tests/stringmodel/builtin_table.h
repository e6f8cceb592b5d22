// SPDX-License-Identifier: GPL-3.0-or-later
// Every built-in function of OpenCL C with statements that call it: one table, which tests build and simulate.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace warpstring::test {

struct BuiltinUse {
    std::string name;     ///< as in the specification
    std::string code;     ///< statements that call it, over the variables of kernelOf()
    std::string baseline; ///< the same without the call; the call must cost something beside it
    bool isFree = false;  ///< or nothing, where no machine has an instruction for it
};

/// What GoogleTest calls it.
// NOLINTNEXTLINE(readability-identifier-naming): by its own name
void PrintTo(const BuiltinUse& use, std::ostream* out);

/// OpenCL C 3.0, section 6.15 (6.12 and 6.13 of older ones), images and printf left out; the extensions for
/// sub-groups, 64-bit atomics and the like in Clang's header.
[[nodiscard]] const std::vector<BuiltinUse>& builtinTable();

/// A kernel `k` around the statements. It needs -cl-std=CL3.0 or CL2.0.
[[nodiscard]] std::string kernelOf(const std::string& code);

} // namespace warpstring::test
