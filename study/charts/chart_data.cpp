// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/charts/chart_data.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text/text_format.h"
#include "study/charts/chart_kinds.h"
#include "study/charts/chart_words.h"

namespace warpstring::charts {

namespace {

std::vector<double> linearTicks(double low, double high, std::size_t most) {
    const double rough = (high - low) / static_cast<double>(std::max<std::size_t>(most, 2));
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    std::vector<double> ticks;
    for (const double part : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
        const double step = part * decade;
        const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
        if (last - first + 1 > static_cast<double>(most)) continue;
        for (double k = first; k <= last; ++k) ticks.push_back(k == 0 ? 0 : k * step);
        break;
    }
    return ticks;
}

/// Those of `parts` times powers of ten, every `decades`-th power.
std::vector<double> logarithmicTicks(double low, double high, const std::vector<double>& parts, int decades) {
    std::vector<double> ticks;
    const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
    const int last = static_cast<int>(std::ceil(std::log10(high))) + 1;
    for (int power = first; power <= last; ++power)
        if (power % decades == 0)
            for (const double part : parts)
                if (const double value = part * std::pow(10, power);
                    value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                    ticks.push_back(value);
    return ticks;
}

} // namespace

bool ChartData::hasRows() const { return traits(kind).hasRows; }

std::size_t ChartData::points() const {
    std::size_t sum = 0;
    for (const ChartSeries& each : series) sum += each.points.size();
    return sum;
}

std::vector<double> tickValues(double low, double high, bool logarithmic, std::size_t most) {
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high)) return {low};
    if (!logarithmic || low <= 0) return linearTicks(low, high, most);
    std::vector<double> best;
    for (const auto& parts : {std::vector<double>{1, 2, 5}, {1, 3}, {1}})
        if (auto ticks = logarithmicTicks(low, high, parts, 1);
            ticks.size() <= most && ticks.size() > best.size())
            best = std::move(ticks);
    if (best.size() >= 3 || (best.size() == 2 && high / low >= 10)) return best;
    if (high / low < 10) { // a short piece of an axis: evenly spaced values may say more
        auto ticks = linearTicks(low, high, most);
        return ticks.size() > best.size() ? ticks : best;
    }
    for (int decades = 1; decades < 100; ++decades)
        if (auto ticks = logarithmicTicks(low, high, {1}, decades); ticks.size() <= most) return ticks;
    return {low};
}

std::string tickText(double value) {
    if (value == 0) return "0";
    const double size = std::fabs(value);
    if (size >= 1e7 || size < 1e-4) return formatted("%.4g", value);
    std::string text = formatted("%.6f", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::size_t first = value < 0 ? 1 : 0;
    if (point <= first + 4) return text;
    std::string grouped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at > first && at < point && (point - at) % 3 == 0) grouped += ',';
        grouped += text[at];
    }
    return grouped;
}

ChartData worstRows(const ChartData& chart, std::size_t most) {
    const std::size_t rows = chart.rows();
    if (rows <= most || most == 0) return chart;
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto errorOf = [&](std::size_t row) {
        return row < chart.rowErrors.size() ? chart.rowErrors[row] : 0;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return errorOf(a) > errorOf(b); });
    order.resize(most);
    std::sort(order.begin(), order.end());
    std::vector<double> place(rows, -1);
    ChartData some = chart;
    some.x.categories.clear();
    some.rowErrors.clear();
    for (std::size_t at = 0; at < most; ++at) {
        place[order[at]] = static_cast<double>(at);
        some.x.categories.push_back(chart.x.categories[order[at]]);
        some.rowErrors.push_back(errorOf(order[at]));
    }
    for (ChartSeries& series : some.series) {
        std::erase_if(series.points,
                      [&](const ChartPoint& point) { return place[static_cast<std::size_t>(point.x)] < 0; });
        for (ChartPoint& point : series.points) point.x = place[static_cast<std::size_t>(point.x)];
    }
    some.x.high = static_cast<double>(most) - 0.5;
    if (some.kind == ChartKind::Bars) { // the axis need not hold what is not drawn
        fitAxis(some.y, valuesOf(some.series), some.y.logarithmic ? 0 : HUGE_VAL, true);
    }
    some.notes.insert(some.notes.begin(), "The " + std::to_string(most) + " of " + std::to_string(rows) +
                                              " launches " + std::string(traits(chart.kind).worst) +
                                              " are drawn.");
    return some;
}

} // namespace warpstring::charts
