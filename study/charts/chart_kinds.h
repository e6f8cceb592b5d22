// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of charts, told once: what each is called, what it is made from and how.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "study/charts/chart_makers.h"

namespace warpstring::charts {

/// What a chart is made from, where nobody says otherwise.
enum class ChartSource {
    Comparison,       ///< launches that were measured
    ComparisonOrRows, ///< the same, and simulated rows where there are no records
    Rows              ///< simulated rows alone, whatever was measured
};

struct ChartTraits {
    std::string_view word;    ///< of the command line: "bars"
    std::string_view title;   ///< of a tab: "Bars"
    std::string_view meaning; ///< for the command's help; empty where the word says it
    bool hasRows;             ///< it draws a row for each launch
    std::string_view worst;   ///< which rows are kept where not all fit: "with the largest errors"
    ChartSource source;
    bool againstBaseline; ///< it needs a pinned comparison
    /// Makes it of a comparison. `pinned` is null unless it is drawn against a baseline.
    Result<ChartData> (*ofComparison)(const comparison::Comparison& comparison,
                                      const comparison::Comparison* pinned, const ChartOptions& options);
    /// Makes it of simulated rows; null where it shows nothing without measurements.
    Result<ChartData> (*ofRows)(const std::vector<batch::BatchRow>& rows, const ChartOptions& options);
};

/// The compiler asks for the row of a new kind where this is defined, and for its place in `chartKinds` then.
[[nodiscard]] const ChartTraits& traits(ChartKind kind);

/// All of them, in the order in which help and messages list them.
inline constexpr std::array chartKinds{ChartKind::Bars, ChartKind::Scatter, ChartKind::Sweep, ChartKind::Stacks,
                                       ChartKind::Deltas};

/// The kind that a word of the command line means; nothing where there is no such kind.
[[nodiscard]] std::optional<ChartKind> chartKindOf(std::string_view word);

} // namespace warpstring::charts
