// SPDX-License-Identifier: GPL-3.0-or-later
// What a search found, for people and programs: the fastest variants, what they gain, and why.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tuning/advice/advice.h"
#include "tuning/search/search.h"

namespace warpstring::search {

/// One of the fastest variants of a device.
struct TopVariant {
    VariantId id = 0;
    std::string name; ///< SearchSpace::nameOf()
    double timeUs = 0, closedFormUs = 0;
    double speedup = 1;  ///< the start's time over its own; 1 where the start has none
    bool isTied = false; ///< closer to the fastest than ratios of times are off by
    bool isStart = false;
    std::string boundBy, limiter;
    int groups = 0, warps = 0, registers = 0;
    std::optional<token_string::CostModel> model; ///< of its time; nothing where details were left out
};

/// A cause that costs the start time and the winner none.
struct GoneCause {
    std::string title; ///< "Bank conflicts: load tile, line 12"
    double gain = 0;   ///< what the start would gain without it, a fraction of its time
};

struct DeviceAnswer {
    std::string spec;
    std::optional<double> startUs;        ///< nothing where the launch as it stands is not simulated
    std::optional<Diagnostic> startFault; ///< why not
    double ratioError = 0.05;             ///< of times on the device
    std::vector<TopVariant> top;          ///< the fastest first; empty where none is ranked
    std::size_t tied = 0;                 ///< variants that are as good as the fastest, itself among them
    std::vector<GoneCause> why;
    bool isWhyAsked = false; ///< the start and the winner were advised on

    /// Whether the winner is faster than the start by more than the error.
    [[nodiscard]] bool isGain() const;
};

struct AnswerOptions {
    std::size_t top = 10;
    bool withWhy = true;
    std::vector<double> ratioErrors; ///< a device of the search; 5 % where there are none
    unsigned threads = 1;
    const Cancellation* cancellation = nullptr; ///< stopped, details are left out
};

/// Of each device of the search, in its order.
[[nodiscard]] std::vector<DeviceAnswer> answersOf(const SearchResult& result, VariantTextCache& texts,
                                                  batch::GraphCache& graphs, const EvaluationSettings& settings,
                                                  const AnswerOptions& options);

/// Variants that no other one beats on every device: for several devices, by id. Those that are ranked on all
/// of them count.
[[nodiscard]] std::vector<VariantId> undominated(const SearchResult& result);

} // namespace warpstring::search
