// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a chart as JSON: "warpstring.chart/1" (docs/json.md).
#pragma once

#include <string>

#include "study/charts/chart_data.h"

namespace warpstring::python {

[[nodiscard]] std::string chartJson(const charts::ChartData& chart);

} // namespace warpstring::python
