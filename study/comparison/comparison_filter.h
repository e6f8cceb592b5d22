// SPDX-License-Identifier: GPL-3.0-or-later
// Which compared launches count: by the state of caches and by words.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/comparison/comparison.h"

namespace warpstring::comparison {

/// What tables say of a launch in words.
enum class LaunchWord {
    Launch,
    Kernel,
    Family,
    Spec,
    Device,
    Caches, ///< "warm" or "cold"; empty without a record
    BoundBy,
    KernelTimeExclusion, ///< why its kernel time is not counted
    WarpLatencyExclusion
};

/// All of them, in the order of the enumeration: entry i of a table by word is of launchWords[i].
inline constexpr std::array launchWords{LaunchWord::Launch,
                                        LaunchWord::Kernel,
                                        LaunchWord::Family,
                                        LaunchWord::Spec,
                                        LaunchWord::Device,
                                        LaunchWord::Caches,
                                        LaunchWord::BoundBy,
                                        LaunchWord::KernelTimeExclusion,
                                        LaunchWord::WarpLatencyExclusion};

[[nodiscard]] const std::string& wordOf(const ComparedLaunch& launch, LaunchWord word);
/// All of them in lower case, a line each: what filters look in.
[[nodiscard]] std::string haystackOf(const ComparedLaunch& launch);

/// The words of a filter, in lower case.
[[nodiscard]] std::vector<std::string> filterWords(std::string_view text);
/// Whether every word stands somewhere in a launch's haystack.
[[nodiscard]] bool holdsAll(const std::string& haystack, const std::vector<std::string>& words);

/// The launches that pass, and the metrics of those; `words` are separated by blanks, their case does not
/// matter. Launches without a record have no caches and pass any.
[[nodiscard]] Comparison filtered(Comparison comparison, std::optional<records::CacheState> caches,
                                  std::string_view words);

} // namespace warpstring::comparison
