// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/charts/chart_kinds.h"

#include <algorithm>

namespace warpstring::charts {

using comparison::Comparison;

namespace {

using Rows = std::vector<batch::BatchRow>;

constexpr ChartTraits bars{.word = "bars",
                           .title = "Bars",
                           .meaning = "",
                           .hasRows = true,
                           .worst = "with the largest errors",
                           .source = ChartSource::Comparison,
                           .againstBaseline = false,
                           .ofComparison = [](const Comparison& comparison, const Comparison*,
                                              const ChartOptions& options) -> Result<ChartData> {
                               return barsOf(comparison, options);
                           },
                           .ofRows = nullptr};

constexpr ChartTraits scatter{.word = "scatter",
                              .title = "Scatter",
                              .meaning = "",
                              .hasRows = false,
                              .worst = "",
                              .source = ChartSource::Comparison,
                              .againstBaseline = false,
                              .ofComparison = [](const Comparison& comparison, const Comparison*,
                                                 const ChartOptions& options) -> Result<ChartData> {
                                  return scatterOf(comparison, options);
                              },
                              .ofRows = nullptr};

constexpr ChartTraits sweep{
    .word = "sweep",
    .title = "Sweep",
    .meaning = "time over a swept value",
    .hasRows = false,
    .worst = "",
    .source = ChartSource::ComparisonOrRows,
    .againstBaseline = false,
    .ofComparison = [](const Comparison& comparison, const Comparison*,
                       const ChartOptions& options) { return sweepOf(comparison, options); },
    .ofRows = [](const Rows& rows, const ChartOptions& options) { return sweepOf(rows, options); }};

constexpr ChartTraits stacks{
    .word = "stacks",
    .title = "Stacks",
    .meaning = "where the cycles of a warp go",
    .hasRows = true,
    .worst = "with the most cycles",
    .source = ChartSource::Rows,
    .againstBaseline = false,
    .ofComparison = [](const Comparison& comparison, const Comparison*, const ChartOptions& options)
        -> Result<ChartData> { return stacksOf(comparison, options); },
    .ofRows = [](const Rows& rows, const ChartOptions&) -> Result<ChartData> { return stacksOf(rows); }};

constexpr ChartTraits deltas{.word = "deltas",
                             .title = "Deltas",
                             .meaning = "against a pinned baseline",
                             .hasRows = true,
                             .worst = "with the largest changes",
                             .source = ChartSource::Comparison,
                             .againstBaseline = true,
                             .ofComparison = [](const Comparison& comparison, const Comparison* pinned,
                                                const ChartOptions& options) -> Result<ChartData> {
                                 return deltasOf(comparison, *pinned, options);
                             },
                             .ofRows = nullptr};

/// Null for what is no kind.
constexpr const ChartTraits* rowOf(ChartKind kind) {
    switch (kind) {
    case ChartKind::Bars: return &bars;
    case ChartKind::Scatter: return &scatter;
    case ChartKind::Sweep: return &sweep;
    case ChartKind::Stacks: return &stacks;
    case ChartKind::Deltas: return &deltas;
    }
    return nullptr;
}

static_assert(
    [] {
        std::size_t kinds = 0;
        while (rowOf(static_cast<ChartKind>(kinds)) != nullptr)
            if (std::ranges::count(chartKinds, static_cast<ChartKind>(kinds++)) != 1) return false;
        return kinds == chartKinds.size();
    }(),
    "chartKinds lists every kind once");

} // namespace

const ChartTraits& traits(ChartKind kind) {
    const ChartTraits* const row = rowOf(kind);
    return row != nullptr ? *row : bars;
}

std::optional<ChartKind> chartKindOf(std::string_view word) {
    const auto* const found =
        std::ranges::find_if(chartKinds, [&](ChartKind kind) { return traits(kind).word == word; });
    if (found == chartKinds.end()) return std::nullopt;
    return *found;
}

} // namespace warpstring::charts
