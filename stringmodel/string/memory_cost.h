// SPDX-License-Identifier: GPL-3.0-or-later
// Equation 1 of Baghsorkhi et al. 2009: what an M token costs when bandwidth is short; and NBC_avg.
#pragma once

#include "core/hardware_spec.h"
#include "stringmodel/string/token.h"

namespace warpstring::token_string {

/// Sums over a warp's walk, in cycles unless said otherwise.
struct MemoryCost {
    double memoryCycles =
        0; ///< CYC_mem: to move the warp's bytes at its multiprocessor's share of the bandwidth
    double computeCycles = 0;    ///< CYC_compute: C, S, S-bar and B
    double memoryOperations = 0; ///< NUM_mem: M and M-bar executed
    double bytes = 0;            ///< moved
    double transactions = 0;
    double tokenCycles = 0;      ///< n of equation 1
    bool bandwidthBound = false; ///< the second term of equation 1 is the greater
};

/// n = max(issue, (CYC_mem - CYC_compute) / NUM_mem).
[[nodiscard]] MemoryCost memoryCost(const TokenString& string, const HardwareSpec& spec);
/// Sets the cycles of every M and M-bar to n times its weight.
void applyMemoryCost(TokenString& string, const MemoryCost& cost);

/// Non-blocking cycles of a warp, all tokens but M and M-bar, by its dynamic number of blocking tokens M and B
/// (section 2). Infinite when nothing blocks.
[[nodiscard]] double averageNonBlockingCycles(const TokenString& string);

} // namespace warpstring::token_string
