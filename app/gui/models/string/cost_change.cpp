// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/cost_change.h"

#include <cmath>

#include "app/gui/models/string/line_match.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

/// Below this two figures are told with the same digits.
constexpr double leastChange = 5e-5;

} // namespace

std::optional<double> FigureChange::fraction() const {
    if (!std::isfinite(then) || !std::isfinite(now) || then == 0) return std::nullopt;
    return now / then - 1;
}

const LineCost* CostChange::before(int line) const {
    const auto found = linesThen.find(line);
    return found != linesThen.end() ? &found->second : nullptr;
}

std::optional<CostChange> costChange(const SharedAnalysis& then, const Analysis& now) {
    if (!then || then->faulty() || now.faulty()) return std::nullopt;
    CostChange change;
    change.clockMhzThen = then->spec().execution.clockMhz;
    change.timeUs = {then->simulation.kernelTimeUs(), now.simulation.kernelTimeUs()};
    change.warpCycles = {then->simulation.warpLatencyCycles(), now.simulation.warpLatencyCycles()};
    change.occupancy = {then->simulation.occupancy.fraction, now.simulation.occupancy.fraction};
    const LineCosts costs = lineCosts(then->simulation, *then->pdg);
    const auto before = linesBefore(then->request.sourceText, now.request.sourceText);
    for (std::size_t line = 1; line < before.size(); ++line)
        if (const auto cost = costs.lines.find(before[line]); cost != costs.lines.end())
            change.linesThen[static_cast<int>(line)] = cost->second;
    return change;
}

bool isUnchanged(std::optional<double> fraction) { return fraction && std::fabs(*fraction) < leastChange; }

QString changeText(std::optional<double> fraction) {
    if (!fraction) return {};
    if (isUnchanged(fraction)) return QStringLiteral("unchanged");
    // A change in per cent is read up to ten times.
    if (*fraction >= 8.995) return QStringLiteral("\u00d7") + numberText(*fraction + 1);
    const double percent = 100 * *fraction;
    return QStringLiteral("%1%2 %")
        .arg(percent > 0 ? "+" : "")
        .arg(percent, 0, 'f', std::fabs(percent) < 10 ? 2 : 1);
}

} // namespace warpstring::gui
