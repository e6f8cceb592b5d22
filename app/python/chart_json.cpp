// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/chart_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "study/charts/chart_kinds.h"

namespace warpstring::python {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson axisJson(const charts::ChartAxis& axis) {
    return {{"title", axis.title}, {"logarithmic", axis.logarithmic}, {"low", axis.low},
            {"high", axis.high},   {"categories", axis.categories},   {"values", axis.values}};
}

OrderedJson boundJson(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? OrderedJson(*value) : OrderedJson(nullptr);
}

std::string_view roleText(charts::SeriesRole role) {
    switch (role) {
    case charts::SeriesRole::Simulated: return "simulated";
    case charts::SeriesRole::Measured: return "measured";
    case charts::SeriesRole::Points: return "points";
    case charts::SeriesRole::Part: return "part";
    case charts::SeriesRole::Change: break;
    }
    return "change";
}

} // namespace

std::string chartJson(const charts::ChartData& chart) {
    OrderedJson series = OrderedJson::array();
    for (const auto& one : chart.series) {
        OrderedJson points = OrderedJson::array();
        for (const auto& point : one.points)
            points.push_back({{"x", point.x},
                              {"y", point.y},
                              {"low", boundJson(point.low)},
                              {"high", boundJson(point.high)},
                              {"excluded", point.excluded},
                              {"name", point.name},
                              {"detail", point.detail}});
        series.push_back({{"name", one.name}, {"role", roleText(one.role)}, {"points", points}});
    }
    const OrderedJson json{{"schema", "warpstring.chart/1"},
                           {"kind", traits(chart.kind).word},
                           {"title", chart.title},
                           {"subtitle", chart.subtitle},
                           {"x", axisJson(chart.x)},
                           {"y", axisJson(chart.y)},
                           {"series", series},
                           {"bands", chart.bands},
                           {"notes", chart.notes}};
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace warpstring::python
