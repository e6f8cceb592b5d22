// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/region_weight.h"

#include <cmath>

#include "core/text/text_format.h"
#include "pdg/export/labels.h"

namespace warpstring::pdg_export {

namespace {

/// Three digits, but whole numbers and large ones with all before the point.
std::string number(double value) {
    const bool whole = std::abs(value) >= 100 || value == std::floor(value);
    return std::abs(value) < 1e9 && whole ? formatted("%.0f", value) : formatted("%.3g", value);
}

} // namespace

std::string toText(const evaluation::Bounded& figure) {
    return figure.isExact() ? number(figure.value) : number(figure.lower) + ".." + number(figure.upper);
}

std::string weightText(const evaluation::Evaluation& evaluation, RegionId region) {
    if (region.index() >= evaluation.regions.size()) return {};
    return "x" + toText(evaluation.regions[region].executions);
}

std::string tripsText(const Loop& loop, const evaluation::Evaluation& evaluation) {
    return loop.id.index() < evaluation.loops.size() ? "W = " + toText(evaluation.loops[loop.id].trips)
                                                     : label::weight(loop);
}

} // namespace warpstring::pdg_export
