// SPDX-License-Identifier: GPL-3.0-or-later
// Grows kernels that use OpenCL C as broadly as people do, in the spirit of CLsmith (Lidbury et al., PLDI
// 2015): they are there to be taken by a compiler and a simulator, not to be measured.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/records/resolved_launch.h"

namespace warpstring::random_kernels {

/// A store on a line of its own, below conditions and loops that IDs and constants decide alone.
struct Mark {
    int line = 0;
    double executions = 0; ///< by warps of 32, of the whole launch
};

struct LanguageKernel {
    records::ResolvedLaunch resolved;
    std::vector<Mark> marks;
    std::set<std::string> features; ///< "switch", "union", "atomic-local": what the kernel has
};

/// "language-7-12", of kernel 12 of seed 7.
[[nodiscard]] std::string languageNameOf(std::uint64_t seed, std::uint64_t index);

/// The kernel number `index` of `seed`: valid OpenCL C 1.2, ends, stays within its buffers, and no work-item
/// reads what another one may be writing. Some have flow that is irreducible (feature "irreducible").
[[nodiscard]] LanguageKernel languageKernel(std::uint64_t seed, std::uint64_t index);

} // namespace warpstring::random_kernels
