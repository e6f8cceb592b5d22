// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring compare --overlap` prints.
#pragma once

#include <string>
#include <vector>

#include "tuning/overlap/overlap.h"

namespace warpstring::cli {

[[nodiscard]] std::string overlapText(const std::vector<overlap::LaunchOverlap>& launches,
                                      const std::string& spec);
/// overlap/1.
[[nodiscard]] std::string overlapJson(const std::vector<overlap::LaunchOverlap>& launches,
                                      const std::string& spec);

} // namespace warpstring::cli
