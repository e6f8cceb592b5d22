// SPDX-License-Identifier: GPL-3.0-or-later
// The search: constraints, what fits, the closed form, the timeline. Exhaustive where the space is small
// enough, else simulated annealing. docs/tune.md.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tuning/search/search_state.h"
#include "tuning/search/variant_evaluator.h"

namespace warpstring::search {

/// Variants of which the closed form says more than this many times its best are not simulated any further. Of
/// 386 families of kernels measured on an H200 one has all its best variants beyond it (docs/tune.md).
inline constexpr double dominanceFactor = 8;

/// What one evaluation counts for in a budget of seconds, whatever it takes: so the same budget means the same
/// answer on any machine. About what a variant with a source of its own takes a core, docs/performance.md.
inline constexpr double evaluationSeconds = 0.015;
[[nodiscard]] std::uint64_t evaluationsOf(double budgetSeconds);

struct SearchOptions {
    std::uint64_t evaluations = 4000;   ///< variants that are looked at, a device
    std::uint64_t seed = 1;             ///< of annealing
    unsigned threads = 1;               ///< no result depends on it
    double dominance = dominanceFactor; ///< infinite: all are simulated whole
    EvaluationSettings settings;
    const std::atomic<bool>* cancel = nullptr; ///< set: what is known by then is the answer
    SearchState* state = nullptr; ///< what earlier runs know, and where this one writes; may be null
    /// Called by any thread, by one at a time: variants done and in all, over all devices.
    std::function<void(std::uint64_t done, std::uint64_t total)> onProgress;
};

struct FoundVariant {
    VariantId id = 0;
    VariantFigures figures;
};

/// On one device.
struct DeviceSearch {
    HardwareSpec spec;
    VariantFigures start;                 ///< of what the launch file states
    std::optional<Diagnostic> startFault; ///< where that is not ranked
    std::vector<FoundVariant> variants;   ///< all that were looked at, by id
    Exclusions exclusions;
    std::uint64_t simulations = 0; ///< timelines run, or closed forms where they are the model

    /// Those that are ranked, the fastest first; equal times by id.
    [[nodiscard]] std::vector<FoundVariant> ranking() const;
    [[nodiscard]] std::uint64_t count(Outcome outcome) const;
};

struct SearchResult {
    SpaceCounts counts;
    bool isExhaustive = true;
    bool isComplete = true; ///< false: told to stop
    std::vector<DeviceSearch> devices;
};

[[nodiscard]] SearchResult search(VariantTextCache& texts, batch::GraphCache& graphs,
                                  const std::vector<HardwareSpec>& specs, const SearchOptions& options);

} // namespace warpstring::search
