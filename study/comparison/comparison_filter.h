// SPDX-License-Identifier: GPL-3.0-or-later
// Which compared launches count: by the state of caches and by words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/comparison/comparison.h"

namespace warpstring {

/// The words of a launch that tables show: launch, kernel, family, spec, device, caches, bound by, and why it
/// is apart (kernel time, warp latency).
inline constexpr std::size_t comparedWords = 9;
[[nodiscard]] const std::string& wordOf(const ComparedLaunch& launch, std::size_t word);
/// All of them in lower case, a line each: what filters look in.
[[nodiscard]] std::string haystackOf(const ComparedLaunch& launch);

/// The words of a filter, in lower case.
[[nodiscard]] std::vector<std::string> filterWords(std::string_view text);
/// Whether every word stands somewhere in a launch's haystack.
[[nodiscard]] bool holdsAll(const std::string& haystack, const std::vector<std::string>& words);

/// The launches that pass, and the metrics of those; `words` are separated by blanks, their case does not
/// matter. Launches without a record have no caches and pass any.
[[nodiscard]] Comparison filtered(Comparison comparison, std::optional<CacheState> caches,
                                  std::string_view words);

} // namespace warpstring
