// SPDX-License-Identifier: GPL-3.0-or-later
// Whether generated kernels compute what their programs mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace warpstring::generate {

struct CheckTally {
    std::uint64_t programs = 0;
    int equal = 0;
    int wrong = 0;                      ///< kernels that do not compile, or compute something else
    std::map<std::string, int> refused; ///< by the code of what was said
    std::map<std::string, int> rules;   ///< how often each was taken on the way to code
};

struct CheckOptions {
    int kernels = 25;             ///< ways that are run
    std::uint64_t programs = 500; ///< that are drawn at most
    std::uint64_t seed = 1;
    std::uint64_t first = 0;                            ///< index of the first program
    std::size_t device = 0;                             ///< of measure::listDevices()
    std::function<void(std::uint64_t index)> onProgram; ///< before each: kernels may take the process with them
    std::function<void(const std::string& told)> onFault;
};

/// Random programs, a random way of each, until as many were run, or drawn, as are wanted.
[[nodiscard]] CheckTally checkGenerated(const CheckOptions& options);

} // namespace warpstring::generate
