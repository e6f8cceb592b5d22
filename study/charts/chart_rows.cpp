// SPDX-License-Identifier: GPL-3.0-or-later
// Charts with a row a launch: bars, stacks and changes.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/text/text_format.h"
#include "study/charts/chart_words.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::charts {

namespace {

/// Values further apart than this are drawn logarithmically, or as shares.
constexpr double farApart = 30;

/// Rows by key, in the order of their appearance.
template <class Key>
class RowsByKey {
public:
    /// The row of a key, and whether it is new.
    std::pair<std::size_t, bool> of(const Key& key) {
        const auto [at, added] = rows_.emplace(key, rows_.size());
        return {at->second, added};
    }

private:
    std::map<Key, std::size_t> rows_;
};

void endRows(ChartData& chart) {
    chart.x.low = -0.5;
    chart.x.high = static_cast<double>(chart.x.categories.size()) - 0.5;
}

/// The series with that name and colour, made where it is new.
ChartSeries& seriesOf(ChartData& chart, const std::string& name, SeriesRole role, ChartColour colour) {
    for (ChartSeries& series : chart.series)
        if (series.name == name && series.colour == colour) return series;
    chart.series.push_back({name, role, colour, 0, {}});
    return chart.series.back();
}

/// A stack's row: what it is called and what it is made of.
struct StackRow {
    std::string name;
    batch::CycleParts parts;
    std::size_t launch;
};

ChartColour colourOf(const batch::CycleParts& parts, std::size_t part) {
    if (parts.byStall) return {ChartColour::Of::Stall, part};
    constexpr std::array kinds{token_string::TokenKind::Compute, token_string::TokenKind::Load,
                               token_string::TokenKind::SharedLoad, token_string::TokenKind::Barrier,
                               token_string::TokenKind::Wait};
    return {ChartColour::Of::Token, static_cast<std::size_t>(kinds[part])};
}

ChartData stacksOfRows(const std::vector<StackRow>& rows) {
    ChartData chart;
    chart.kind = ChartKind::Stacks;
    chart.title = "Where the cycles of a warp go";
    std::vector<double> sums;
    for (const StackRow& row : rows) sums.push_back(row.parts.sum());
    const auto [least, most] = std::minmax_element(sums.begin(), sums.end());
    const bool shares = !sums.empty() && (*least <= 0 || *most / *least > farApart);
    chart.y.title = shares ? "share of a warp's simulated cycles, %" : "simulated cycles of a warp";
    chart.y.high = shares ? 100 : sums.empty() ? 1 : *most * 1.04;
    bool byStall = false, byToken = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const batch::CycleParts& parts = rows[i].parts;
        (parts.byStall ? byStall : byToken) = true;
        chart.x.categories.push_back(rows[i].name +
                                     (shares ? "  (" + tickText(std::round(sums[i])) + " cycles)" : ""));
        chart.rowErrors.push_back(sums[i]);
        for (std::size_t part = 0; part < parts.count(); ++part) {
            const double cycles = parts.cycles[part];
            // A launch of no cycles keeps its row, and a mark to ask about.
            if (cycles <= 0 && (part > 0 || sums[i] > 0)) continue;
            const double share = sums[i] > 0 ? cycles / sums[i] : 0;
            ChartPoint point;
            point.x = static_cast<double>(i);
            point.y = shares ? 100 * share : cycles;
            point.name = rows[i].name;
            point.detail = std::string(parts.nameOf(part)) + ": " + comparison::figureText(cycles) +
                           " cycles, " + comparison::percentFigure(share) + " of " +
                           comparison::figureText(sums[i]);
            point.launch = rows[i].launch;
            seriesOf(chart, parts.nameOf(part), SeriesRole::Part, colourOf(parts, part))
                .points.push_back(std::move(point));
        }
    }
    // In the order of the enumerations, whichever launch came first.
    std::stable_sort(chart.series.begin(), chart.series.end(), [](const ChartSeries& a, const ChartSeries& b) {
        return std::pair(a.colour.of, a.colour.index) < std::pair(b.colour.of, b.colour.index);
    });
    if (byStall && byToken)
        chart.notes.push_back("Specs with pipes tell the reasons of stalls, the others the kinds of tokens.");
    endRows(chart);
    return chart;
}

} // namespace

ChartData barsOf(const comparison::Comparison& comparison, const ChartOptions& options) {
    ChartData chart;
    chart.kind = ChartKind::Bars;
    chart.title = quantityText(options.quantity, true) + ", simulated beside measured";
    chart.subtitle = comparisonSubtitle(comparison, options);
    chart.y.title = quantityText(options.quantity) + ", " + quantityUnit(options.quantity);
    const ChartedLaunches charted = chartedLaunches(comparison, options);
    chart.notes = charted.notes;
    chart.series.push_back({"measured", SeriesRole::Measured, {ChartColour::Of::Measured, 0}, 0, {}});
    RowsByKey<std::tuple<std::string, std::string, std::string, records::CacheState>> rows;
    std::vector<std::string> specs;
    std::size_t without = 0;
    for (const std::size_t index : charted.indices) {
        const comparison::ComparedLaunch& launch = comparison.launches[index];
        const comparison::ComparedQuantity& values = launch.of(options.quantity);
        if (!values.simulated && !values.measured) {
            ++without;
            continue;
        }
        const auto [row, added] = rows.of({launch.file, launch.launch, launch.device, launch.cache});
        if (added) {
            chart.x.categories.push_back(chartedName(launch, charted.differ, false));
            chart.rowErrors.push_back(-1);
        }
        if (const auto error = values.signedError(); error && values.isCounted())
            chart.rowErrors[row] = std::max(chart.rowErrors[row], std::fabs(*error));
        ChartPoint point;
        point.x = static_cast<double>(row);
        point.name = chartedName(launch, charted.differ, true);
        point.detail = valuesText(values, options.quantity);
        point.excluded = !values.isCounted();
        point.launch = index;
        if (added && values.measured) {
            point.y = *values.measured;
            if (values.measuredMad > 0) {
                point.low = point.y - values.measuredMad;
                point.high = point.y + values.measuredMad;
            }
            chart.series.front().points.push_back(point);
        }
        if (!values.simulated) continue;
        point.y = *values.simulated;
        point.low = values.lowerBound;
        point.high = values.upperBound;
        const auto at = std::find(specs.begin(), specs.end(), launch.spec) - specs.begin();
        if (static_cast<std::size_t>(at) == specs.size()) specs.push_back(launch.spec);
        // The second colour of series is that of what was measured.
        const ChartColour colour =
            charted.differ.specs
                ? ChartColour{ChartColour::Of::Series, static_cast<std::size_t>(at > 0 ? at + 1 : 0)}
                : ChartColour{ChartColour::Of::Simulated, 0};
        seriesOf(chart, charted.differ.specs ? "simulated, " + launch.spec : "simulated", SeriesRole::Simulated,
                 colour)
            .points.push_back(std::move(point));
    }
    if (without > 0)
        chart.notes.push_back("Without a row: " + counted(without, "launch") + " with neither value.");
    std::size_t excluded = 0;
    for (const ChartSeries& series : chart.series)
        excluded +=
            static_cast<std::size_t>(std::count_if(series.points.begin(), series.points.end(),
                                                   [](const ChartPoint& point) { return point.excluded; }));
    if (excluded > 0) chart.notes.push_back("Pale: " + counted(excluded, "bar") + " listed apart.");
    fitAxis(chart.y, valuesOf(chart.series), farApart, true);
    if (chart.y.logarithmic) chart.y.title += " (logarithmic)";
    endRows(chart);
    return chart;
}

ChartData stacksOf(const comparison::Comparison& comparison, const ChartOptions& options) {
    std::vector<StackRow> stacks;
    RowsByKey<std::tuple<std::string, std::string, std::string>> rows;
    const ChartedLaunches charted = chartedLaunches(comparison, options);
    std::size_t without = 0;
    std::string specs;
    for (const std::size_t index : charted.indices) {
        const comparison::ComparedLaunch& launch = comparison.launches[index];
        if (!rows.of({launch.file, launch.launch, launch.spec}).second) continue; // of another device or cache
        if (specs.find(launch.spec) == std::string::npos) specs += (specs.empty() ? "" : ", ") + launch.spec;
        if (!launch.parts) {
            ++without;
            continue;
        }
        stacks.push_back(
            {launch.launch + (charted.differ.specs ? ", " + launch.spec : ""), *launch.parts, index});
    }
    ChartData chart = stacksOfRows(stacks);
    chart.subtitle = specs + ", " + counted(stacks.size(), "launch");
    if (without > 0)
        chart.notes.push_back("Left out: " + counted(without, "launch") + " that could not be simulated.");
    return chart;
}

ChartData stacksOf(const std::vector<batch::BatchRow>& rows) {
    std::vector<StackRow> stacks;
    std::set<std::string> specs;
    std::size_t without = 0;
    for (const batch::BatchRow& row : rows) specs.insert(row.spec);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].figures)
            stacks.push_back(
                {rows[i].launch + (specs.size() > 1 ? ", " + rows[i].spec : ""), rows[i].figures->parts, i});
        else
            ++without;
    }
    ChartData chart = stacksOfRows(stacks);
    for (const std::string& spec : specs) chart.subtitle += (chart.subtitle.empty() ? "" : ", ") + spec;
    chart.subtitle += ", " + counted(stacks.size(), "launch");
    if (without > 0)
        chart.notes.push_back("Left out: " + counted(without, "launch") + " that could not be simulated.");
    return chart;
}

ChartData deltasOf(const comparison::Comparison& now, const comparison::Comparison& pinned,
                   const ChartOptions& options) {
    ChartData chart;
    chart.kind = ChartKind::Deltas;
    chart.title = "Simulated " + quantityText(options.quantity) + " against the pinned baseline";
    chart.subtitle = comparisonSubtitle(now, options);
    chart.y.title = "change of the simulated " + quantityText(options.quantity) + ", %";
    using Key = std::tuple<std::string, std::string, std::string>;
    std::map<Key, const comparison::ComparedLaunch*> before;
    for (const std::size_t index : chartedLaunches(pinned, options).indices) {
        const comparison::ComparedLaunch& launch = pinned.launches[index];
        before.emplace(Key(launch.file, launch.launch, launch.spec), &launch);
    }
    const ChartedLaunches charted = chartedLaunches(now, options);
    chart.notes = charted.notes;
    std::set<Key> seen;
    std::size_t added = 0, without = 0;
    std::vector<double> values{-1, 1};
    for (const std::size_t index : charted.indices) {
        const comparison::ComparedLaunch& launch = now.launches[index];
        const Key key(launch.file, launch.launch, launch.spec);
        if (!seen.insert(key).second) continue; // of another device or cache
        const auto old = before.find(key);
        if (old == before.end()) {
            ++added;
            continue;
        }
        const comparison::ComparedQuantity &is = launch.of(options.quantity),
                                           &was = old->second->of(options.quantity);
        if (!is.simulated || !was.simulated || !(*was.simulated > 0)) {
            ++without;
            continue;
        }
        const double change = *is.simulated / *was.simulated - 1;
        ChartPoint point;
        point.x = static_cast<double>(chart.x.categories.size());
        point.y = 100 * change;
        point.name = launch.launch + (charted.differ.specs ? ", " + launch.spec : "");
        point.detail = "simulated " + comparison::figureText(was.simulated) + " -> " +
                       comparison::figureText(is.simulated) + " " + quantityUnit(options.quantity) + ", " +
                       comparison::signedErrorText(change);
        if (was.signedError() || is.signedError())
            point.detail += "\nerror " + errorText(was) + " -> " + errorText(is);
        point.launch = index;
        values.push_back(point.y);
        chart.x.categories.push_back(point.name);
        chart.rowErrors.push_back(std::fabs(change));
        const bool same = std::fabs(change) < 1e-9;
        seriesOf(chart,
                 same         ? "unchanged"
                 : change < 0 ? "faster"
                              : "slower",
                 SeriesRole::Change,
                 {same         ? ChartColour::Of::Muted
                  : change < 0 ? ChartColour::Of::Better
                               : ChartColour::Of::Worse,
                  0})
            .points.push_back(std::move(point));
    }
    std::size_t gone = 0;
    for (const auto& [key, launch] : before) gone += seen.contains(key) ? 0 : 1;
    if (added > 0)
        chart.notes.push_back("Without a row: " + counted(added, "launch") + " new since the baseline.");
    if (gone > 0)
        chart.notes.push_back("Without a row: " + counted(gone, "launch") + " of the baseline alone.");
    if (without > 0)
        chart.notes.push_back("Without a row: " + counted(without, "launch") + " not simulated on both sides.");
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    chart.y.low = *least * 1.08;
    chart.y.high = *most * 1.08;
    endRows(chart);
    return chart;
}

} // namespace warpstring::charts
