// SPDX-License-Identifier: GPL-3.0-or-later
// Time over a swept value: lines of what is simulated, markers of what was measured.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "study/charts/chart_words.h"

namespace warpstring::charts {

namespace {

/// From here on an axis is logarithmic: sweeps mostly double.
constexpr double sweepFactor = 8;

std::optional<double> numberIn(const std::string& text) {
    double value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// The axis of the swept values, and where each of them is on it.
struct SweptAxis {
    ChartAxis axis;
    std::map<std::string, double> places;
};

SweptAxis axisOf(const std::vector<SweepSeries>& series, const std::string& name) {
    SweptAxis swept;
    swept.axis.title = name;
    std::vector<std::string> texts;
    for (const SweepSeries& each : series)
        for (const SweepSeries::Point& point : each.points)
            if (swept.places.emplace(point.text, 0).second) texts.push_back(point.text);
    const bool numbers =
        std::all_of(texts.begin(), texts.end(), [](const auto& text) { return numberIn(text).has_value(); });
    if (!numbers || texts.size() < 2) {
        for (std::size_t i = 0; i < texts.size(); ++i) swept.places[texts[i]] = static_cast<double>(i);
        swept.axis.categories = std::move(texts);
        swept.axis.low = -0.5;
        swept.axis.high = static_cast<double>(swept.axis.categories.size()) - 0.5;
        return swept;
    }
    std::set<double> values;
    for (auto& [text, place] : swept.places) values.insert(place = *numberIn(text));
    swept.axis.values.assign(values.begin(), values.end());
    const double least = *values.begin(), most = *values.rbegin();
    swept.axis.logarithmic = least > 0 && most / least >= sweepFactor;
    const double room = swept.axis.logarithmic ? std::pow(most / least, 0.04) : 0.04 * (most - least);
    swept.axis.low = swept.axis.logarithmic ? least / room : least - room;
    swept.axis.high = swept.axis.logarithmic ? most * room : most + room;
    if (!(swept.axis.high > swept.axis.low)) swept.axis.high = swept.axis.low + 1; // "64" and "64.0"
    return swept;
}

/// How series are called: by what they do not have in common.
class SeriesNames {
public:
    explicit SeriesNames(const std::vector<SweepSeries>& series) {
        for (const SweepSeries& each : series) {
            variants_.insert(each.variant);
            specs_.insert(each.spec);
            devices_.insert(each.device);
            caches_.insert(each.cache);
        }
    }

    [[nodiscard]] std::string simulated(const SweepSeries& series) const {
        return joined({severalVariants() ? series.variant : "", specs_.size() > 1 ? series.spec : ""},
                      "simulated");
    }
    [[nodiscard]] std::string measured(const SweepSeries& series) const {
        return joined({severalVariants() ? series.variant : "", devices_.size() > 1 ? series.device : "",
                       specs_.size() > 1 && devices_.size() == 1 ? "measured" : "",
                       caches_.size() > 1 && series.cache == records::CacheState::Cold ? "caches cold" : ""},
                      "measured");
    }
    [[nodiscard]] bool severalVariants() const { return variants_.size() > 1; }
    [[nodiscard]] const std::set<std::string>& variants() const { return variants_; }

private:
    static std::string joined(const std::vector<std::string>& parts, const std::string& otherwise) {
        std::string text;
        for (const std::string& part : parts)
            if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
        return text.empty() ? otherwise : text;
    }

    std::set<std::string> variants_, specs_, devices_;
    std::set<records::CacheState> caches_;
};

class SweepChart {
public:
    SweepChart(const std::vector<SweepSeries>& series, const std::string& over)
        : names_(series), swept_(axisOf(series, over)) {}

    void add(const SweepSeries& series) {
        // What was simulated does not depend on the record beside it.
        ChartSeries& lines = find(names_.simulated(series), SeriesRole::Simulated);
        const bool first = lines.points.empty();
        std::vector<ChartPoint> line, markers;
        for (const SweepSeries::Point& from : series.points) {
            ChartPoint point;
            point.x = swept_.places.at(from.text);
            point.name = from.name;
            point.detail = from.detail;
            point.excluded = from.excluded;
            point.launch = from.launch;
            if (from.measured) {
                point.y = *from.measured;
                if (from.measuredMad > 0) {
                    point.low = point.y - from.measuredMad;
                    point.high = point.y + from.measuredMad;
                }
                markers.push_back(point);
                hollow_ += from.excluded ? 1 : 0;
            }
            if (!from.simulated) {
                ++unsimulated_;
                continue;
            }
            point.y = *from.simulated;
            point.low = from.lowerBound;
            point.high = from.upperBound;
            point.excluded = false;
            line.push_back(std::move(point));
        }
        const auto byX = [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; };
        std::stable_sort(line.begin(), line.end(), byX);
        std::stable_sort(markers.begin(), markers.end(), byX);
        if (first) lines.points = std::move(line);
        if (markers.empty()) return;
        auto& into = find(names_.measured(series), SeriesRole::Measured).points;
        // Records are the same for every spec.
        if (into.empty()) into = std::move(markers);
    }

    [[nodiscard]] ChartData take(const std::string& quantity, const std::string& unit) {
        ChartData chart;
        chart.kind = ChartKind::Sweep;
        std::erase_if(series_, [](const ChartSeries& each) { return each.points.empty(); });
        const bool both = std::any_of(series_.begin(), series_.end(), [](const ChartSeries& each) {
            return each.role == SeriesRole::Measured;
        });
        chart.series = std::move(series_);
        chart.x = std::move(swept_.axis);
        chart.y.title = quantity + ", " + unit;
        if (both) chart.notes.push_back("Lines: simulated. Markers: measured.");
        if (hollow_ > 0) chart.notes.push_back("Hollow: " + counted(hollow_, "point") + " listed apart.");
        if (unsimulated_ > 0)
            chart.notes.push_back("Without a line: " + counted(unsimulated_, "launch") +
                                  " that could not be simulated.");
        fitAxis(chart.y, valuesOf(chart.series), sweepFactor);
        return chart;
    }

private:
    ChartSeries& find(const std::string& name, SeriesRole role) {
        for (ChartSeries& series : series_)
            if (series.name == name && series.role == role) return series;
        // A line and the markers of the same name share their colour.
        const auto [colour, added] = colours_.emplace(name, colours_.size());
        ChartColour of{ChartColour::Of::Series, colour->second};
        if (name == "simulated") of = {ChartColour::Of::Simulated, 0};
        if (name == "measured") of = {ChartColour::Of::Measured, 0};
        series_.push_back({name, role, of, colour->second, {}});
        return series_.back();
    }

    SeriesNames names_;
    SweptAxis swept_;
    std::vector<ChartSeries> series_;
    std::map<std::string, std::size_t> colours_;
    std::size_t hollow_ = 0, unsimulated_ = 0;
};

Diagnostic nothingSwept(const std::vector<std::string>& names, const std::string& wanted) {
    if (names.empty())
        return {"chart.nothing-swept",
                Severity::Error,
                {},
                "no launch has a swept value to draw over",
                "launch files with a [sweep] give one"};
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "\"" : ", \"") + name + "\"";
    const std::string close = closestName(wanted, names);
    return {"chart.unknown-swept",
            Severity::Error,
            {},
            "no launch was swept by \"" + wanted + "\"",
            (close.empty() ? "" : "did you mean \"" + close + "\"? ") + "there are " + list};
}

/// The swept name with the most values among the launches, the first of several.
template <class Launches>
std::string mostSwept(const Launches& launches, const std::vector<std::string>& names) {
    std::map<std::string, std::set<std::string>> values;
    for (const auto& launch : launches)
        for (const SweptValue& value : launch.swept) values[value.name].insert(value.text);
    std::string best;
    for (const std::string& name : names)
        if (best.empty() || values[name].size() > values[best].size()) best = name;
    return best;
}

/// Tells how many launches have no such value. `drawn` are all that could be drawn otherwise.
void noteOthers(ChartData& chart, std::size_t drawn, const std::vector<SweepSeries>& series,
                const std::string& over) {
    std::size_t swept = 0;
    for (const SweepSeries& each : series) swept += each.points.size();
    if (drawn > swept)
        chart.notes.push_back("Left out: " + counted(drawn - swept, "launch") + " without " + over + ".");
}

template <class Launches, class From>
Result<ChartData> sweepFrom(const From& from, const Launches& launches, std::size_t drawn,
                            ChartOptions options) {
    const auto names = sweptNames(from);
    if (names.empty()) return nothingSwept(names, options.swept);
    if (options.swept.empty()) options.swept = mostSwept(launches, names);
    if (std::find(names.begin(), names.end(), options.swept) == names.end())
        return nothingSwept(names, options.swept);
    const auto series = sweepSeries(from, options);
    ChartData chart = sweepChart(series, options);
    noteOthers(chart, drawn, series, options.swept);
    return chart;
}

} // namespace

ChartData sweepChart(const std::vector<SweepSeries>& series, const ChartOptions& options) {
    SweepChart making(series, options.swept);
    for (const SweepSeries& each : series) making.add(each);
    ChartData chart = making.take(quantityText(options.quantity), quantityUnit(options.quantity));
    chart.title = quantityText(options.quantity, true) + " over " + options.swept;
    return chart;
}

Result<ChartData> sweepOf(const comparison::Comparison& comparison, const ChartOptions& options) {
    const auto charted = chartedLaunches(comparison, options);
    auto chart = sweepFrom(comparison, comparison.launches, charted.indices.size(), options);
    if (!chart) return chart;
    chart->subtitle = comparisonSubtitle(comparison, options);
    chart->notes.insert(chart->notes.end(), charted.notes.begin(), charted.notes.end());
    return chart;
}

Result<ChartData> sweepOf(const std::vector<batch::BatchRow>& rows, const ChartOptions& options) {
    std::set<std::string> specs;
    std::size_t failed = 0;
    for (const batch::BatchRow& row : rows) {
        specs.insert(row.spec);
        failed += row.figures ? 0 : 1;
    }
    auto chart = sweepFrom(rows, rows, rows.size() - failed, options);
    if (!chart) return chart;
    for (const std::string& spec : specs) chart->subtitle += (chart->subtitle.empty() ? "" : ", ") + spec;
    chart->subtitle += ", " + counted(chart->points(), "point");
    if (failed > 0)
        chart->notes.push_back("Left out: " + counted(failed, "launch") + " that could not be simulated.");
    return chart;
}

} // namespace warpstring::charts
