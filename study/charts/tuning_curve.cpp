// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/charts/tuning_curve.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "core/records/accuracy.h"
#include "core/text/csv.h"
#include "study/charts/chart_words.h"

namespace warpstring::charts {

namespace {

constexpr std::size_t manyRuns = 100;  ///< from more on the axis of runs is logarithmic
constexpr std::size_t manySteps = 60;  ///< a line with more falls smoothly
constexpr double pointsPerDecade = 24; ///< of lines that fall smoothly

Diagnostic bad(const std::string& file, int line, const std::string& message) {
    return {"chart.not-a-curve",
            Severity::Error,
            {file, line, 0},
            message,
            "'warpstring tune --curve FILE' writes what is drawn here"};
}

std::optional<double> timeOf(const std::string& cell) {
    char* end = nullptr;
    const double time = std::strtod(cell.c_str(), &end);
    if (cell.empty() || *end != 0 || !std::isfinite(time) || time <= 0) return std::nullopt;
    return time;
}

/// A point of a line; runs count from 1.
ChartPoint pointAt(const std::vector<double>& times, std::size_t run, const std::string& name) {
    ChartPoint point;
    point.x = static_cast<double>(run);
    point.y = times[run - 1];
    point.name = name;
    point.detail = std::to_string(run) + (run == 1 ? " run" : " runs");
    return point;
}

/// Where a line is bent: steps have both ends; of what falls with every run as many as are seen.
std::vector<ChartPoint> pointsOf(const std::vector<double>& times, const std::string& name,
                                 bool isLogarithmic) {
    std::vector<ChartPoint> points;
    double next = 0;
    std::size_t steps = 0;
    for (std::size_t run = 2; run <= times.size(); ++run) steps += times[run - 1] != times[run - 2] ? 1 : 0;
    const bool isSmooth = isLogarithmic && steps > manySteps;
    for (std::size_t run = 1; run <= times.size(); ++run) {
        const bool isEnd = run == 1 || run == times.size();
        const double place = pointsPerDecade * std::log10(static_cast<double>(run));
        const bool isBent = isSmooth ? place >= next
                                     : run < times.size() && (times[run] != times[run - 1] ||
                                                              (run > 1 && times[run - 1] != times[run - 2]));
        if (!isEnd && !isBent) continue;
        points.push_back(pointAt(times, run, name));
        next = std::floor(place) + 1;
    }
    return points;
}

/// The first run after which the time is as good as the best; records::tieFraction.
std::string runsToTheBest(const std::vector<double>& times, double best) {
    for (std::size_t run = 1; run <= times.size(); ++run)
        if (times[run - 1] <= best * (1 + records::tieFraction)) return std::to_string(run);
    return "none";
}

} // namespace

Result<TuningCurve> readTuningCurve(const std::string& text, const std::string& file) {
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) ||
        csvCells(line) != std::vector<std::string>{"runs", "model", "random", "annealing"})
        return bad(file, 1, "the first line is not \"runs,model,random,annealing\"");
    TuningCurve curve;
    bool hasAnnealing = true;
    for (int number = 2; std::getline(lines, line); ++number) {
        const auto cells = csvCells(line);
        if (cells.size() != 4) return bad(file, number, std::to_string(cells.size()) + " cells, not 4");
        if (cells[0] != std::to_string(curve.model.size() + 1))
            return bad(file, number, "\"" + cells[0] + "\" is not the next number of runs");
        const auto model = timeOf(cells[1]), random = timeOf(cells[2]), annealing = timeOf(cells[3]);
        if (!model || !random || (!annealing && !cells[3].empty()))
            return bad(file, number, "a cell is no time");
        curve.model.push_back(*model);
        curve.random.push_back(*random);
        hasAnnealing = hasAnnealing && annealing;
        if (hasAnnealing) curve.annealing.push_back(*annealing);
    }
    if (curve.model.empty()) return bad(file, 2, "there is no run");
    if (!hasAnnealing) curve.annealing.clear();
    return curve;
}

ChartData tuningCurveChart(const TuningCurve& curve, const std::string& title) {
    ChartData chart;
    chart.kind = ChartKind::Sweep;
    chart.title = title;
    const std::size_t runs = curve.model.size();
    const double best = curve.model.back(), most = static_cast<double>(runs);
    chart.x.title = "runs";
    chart.x.logarithmic = runs > manyRuns;
    const double room = chart.x.logarithmic ? std::pow(most, 0.03) : 0.03 * (most - 1) + 0.5;
    chart.x.low = chart.x.logarithmic ? 1 / room : 1 - room;
    chart.x.high = chart.x.logarithmic ? most * room : most + room;
    std::string found;
    std::size_t index = 0;
    const auto add = [&](const std::string& name, const std::vector<double>& times) {
        if (times.empty()) return;
        ChartSeries series;
        series.name = name;
        series.colour = {ChartColour::Of::Series, index++};
        series.points = pointsOf(times, name, chart.x.logarithmic);
        chart.series.push_back(std::move(series));
        found += (found.empty() ? "" : ", ") + name + " " + runsToTheBest(times, best);
    };
    add("model", curve.model);
    add("random", curve.random);
    add("annealing", curve.annealing);
    chart.subtitle = counted(runs, "variant") + "; runs until the mean is within " +
                     std::to_string(std::lround(100 * records::tieFraction)) + " % of the fastest: " + found;
    chart.y.title = "best time so far, us";
    fitAxis(chart.y, valuesOf(chart.series), 8);
    if (!chart.y.logarithmic) { // what is to be seen lies between the best and the first
        const auto values = valuesOf(chart.series);
        const auto [least, largest] = std::minmax_element(values.begin(), values.end());
        const double margin = *largest > *least ? 0.06 * (*largest - *least) : 0.06 * *largest;
        chart.y.low = std::max(0.0, *least - margin);
        chart.y.high = *largest + margin;
    }
    if (curve.annealing.empty())
        chart.notes.emplace_back("Annealing is not drawn: not every variant was measured.");
    return chart;
}

} // namespace warpstring::charts
