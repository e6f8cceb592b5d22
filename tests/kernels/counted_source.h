// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's source with a counter at each block: how often work-items get there, on a device as in a
// simulation.
#pragma once

#include <string>
#include <vector>

namespace warpstring::own_kernels {

inline constexpr const char* countersName = "block_counts";

struct CountedSource {
    std::string text;
    std::vector<int> lines; ///< of `text`, by counter
};

/// The kernel gets one more argument, a buffer of uint, and adds one to an element at the beginning and at the
/// end of each block of its body. No counters where its definition is not found.
[[nodiscard]] CountedSource withCounters(const std::string& text, const std::string& kernel);

} // namespace warpstring::own_kernels
