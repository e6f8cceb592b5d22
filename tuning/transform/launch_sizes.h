// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes of the index space as a launch file writes them, for rewrites that change them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// The expressions of one list of sizes: "ceil_div(n, 16) * 16", "32".
using SizeTexts = std::vector<std::string>;

/// What `key` ("global" or "local") says outside the sweep.
[[nodiscard]] Result<SizeTexts> sizesOf(const Scene& scene, const std::string& key);

/// Edits that make `change` of every list of sizes of the key, those of the sweep among them. A list in which a
/// comment stands is refused: transform.launch-comment.
[[nodiscard]] Result<std::vector<LaunchEdit>> changedSizes(const Scene& scene, const std::string& key,
                                                           const std::function<SizeTexts(SizeTexts)>& change);

/// Edits that leave a `times`-th of the work-items of a dimension, in whole groups. Where these are more than
/// that, `isRounded`, the local size must not be swept.
[[nodiscard]] Result<std::vector<LaunchEdit>> dividedGlobalSize(const Scene& scene, unsigned dimension,
                                                                std::int64_t times, bool isRounded);

[[nodiscard]] std::string tomlOfSizes(const SizeTexts& sizes);
[[nodiscard]] bool isSwept(const Scene& scene, const std::string& name);
/// "(a + b)"; a number or a name as it is.
[[nodiscard]] std::string inParentheses(const std::string& expression);

} // namespace warpstring::transform
