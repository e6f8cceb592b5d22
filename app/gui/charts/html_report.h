// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as one HTML file that needs nothing else: metrics, charts, every launch, what is excluded.
#pragma once

#include <string>

#include "study/charts/chart_makers.h"
#include "study/comparison/comparison.h"

namespace warpstring::gui {

struct HtmlReportFacts {
    std::string command; ///< that makes the report
    std::string date;    ///< "2026-11-22"
    std::string version; ///< of the program
};

/// Light or dark as the reader's system is. The same bytes for the same input. Needs a QGuiApplication.
[[nodiscard]] std::string htmlReport(const comparison::Comparison& comparison, const HtmlReportFacts& facts,
                                     const charts::ChartOptions& options = {});

} // namespace warpstring::gui
