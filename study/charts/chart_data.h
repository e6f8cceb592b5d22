// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as a value: what is drawn, with which words, without anything that draws. Text is UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpstring::charts {

enum class ChartKind {
    Bars,    ///< simulated beside measured, a row a launch
    Scatter, ///< simulated over measured, both logarithmic
    Sweep,   ///< over a swept value
    Stacks,  ///< where the cycles of a warp go, a row a launch
    Deltas   ///< changes against a pinned comparison, a row a launch
};

/// Which colour of a theme something has.
struct ChartColour {
    enum class Of { Simulated, Measured, Series, Token, Stall, Better, Worse, Muted };
    Of of = Of::Series;
    std::size_t index = 0; ///< Series: any number; Token, Stall: of the enumerator

    friend bool operator==(const ChartColour&, const ChartColour&) = default;
};

struct ChartPoint {
    double x = 0;               ///< Bars, Stacks, Deltas: the row, from 0
    double y = 0;               ///< the value
    std::optional<double> low;  ///< whiskers, where something is known of them
    std::optional<double> high; ///< may be infinite
    bool excluded = false;      ///< not among the points that the metrics are made from
    std::string name;           ///< of the launch, with spec and device where there are several
    std::string detail;         ///< exact values and errors, a line each
    std::optional<std::size_t>
        launch; ///< index in Comparison::launches or among the rows that it was made from
};

enum class SeriesRole {
    Simulated, ///< bars; lines of sweeps
    Measured,  ///< bars; markers of sweeps
    Points,    ///< a group of scattered points
    Part,      ///< stacked
    Change     ///< of deltas
};

/// Series that share a name share an entry of the legend.
struct ChartSeries {
    std::string name;
    SeriesRole role = SeriesRole::Simulated;
    ChartColour colour;
    std::size_t marker = 0; ///< shape of markers, any number
    std::vector<ChartPoint> points;
};

struct ChartAxis {
    std::string title; ///< with its unit
    bool logarithmic = false;
    double low = 0, high = 1;            ///< what is shown; positive where it is logarithmic
    std::vector<std::string> categories; ///< of rows or of swept values that are no numbers: at 0, 1, 2, ...
    std::vector<double> values;          ///< where ticks are best set, when there is room; empty: anywhere
};

/// For rows the value axis is drawn along the bottom and the rows from top to bottom: `x` is the axis of rows.
struct ChartData {
    ChartKind kind = ChartKind::Bars;
    std::string title;
    std::string subtitle; ///< spec, device, driver, number of points, MAPE
    ChartAxis x, y;
    std::vector<ChartSeries> series;
    std::vector<double> bands;      ///< Scatter: fractions around the diagonal, the narrowest first
    std::vector<double> rowErrors;  ///< Bars, Deltas: by row, without sign; what worstRows() chooses by
    std::vector<std::string> notes; ///< what is not drawn, and why; what a reader has to know

    [[nodiscard]] bool hasRows() const; ///< as ChartTraits says of its kind
    [[nodiscard]] std::size_t rows() const { return hasRows() ? x.categories.size() : 0; }
    [[nodiscard]] std::size_t points() const;
    [[nodiscard]] bool empty() const { return points() == 0; }
};

/// The `most` rows with the largest errors (of Stacks: the largest sums) in their order, and a note that says
/// so; the same chart where there are no more rows.
[[nodiscard]] ChartData worstRows(const ChartData& chart, std::size_t most);

/// Values to set ticks at, within [low, high], ascending: at most `most`, at least two where two fit.
/// Logarithmic ones are powers of ten, with 2 and 5 between where there is room.
[[nodiscard]] std::vector<double> tickValues(double low, double high, bool logarithmic, std::size_t most);
/// "0.5", "100", "1,000,000"; "1e9" from there on.
[[nodiscard]] std::string tickText(double value);

} // namespace warpstring::charts
