// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/time_ticks.h"

#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {

constexpr double slack = 1e-9; ///< of a step

} // namespace

std::vector<TimeTick> timeTicks(double from, double to, double clockMhz, TimeUnit unit, std::size_t most) {
    std::vector<TimeTick> ticks;
    const double first = inUnit(from, clockMhz, unit), last = inUnit(to, clockMhz, unit);
    if (!(last > first) || most == 0 || !std::isfinite(last - first)) return ticks;
    const double rough = (last - first) / static_cast<double>(most);
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double cyclesPerUnit = (to - from) / (last - first);
    for (const double part : {1.0, 2.0, 5.0, 10.0, 20.0}) {
        const double step = part * decade;
        // What lies at an end of the axis is on it, however its numbers are rounded.
        const double lowest = std::ceil(first / step - slack) + 0.0; // -0 is 0
        const double highest = std::floor(last / step + slack);
        if (step < rough * (1 - slack) || highest - lowest + 1 > static_cast<double>(most)) continue;
        const int decimals = static_cast<int>(std::max(0.0, -std::floor(std::log10(step) + slack)));
        for (double n = lowest; n <= highest; ++n) {
            const double value = n * step;
            const bool large = std::fabs(value) >= 1e4;
            ticks.push_back(
                {std::clamp(value * cyclesPerUnit, from, to),
                 large && decimals == 0 ? numberText(value) : QString::number(value, 'f', decimals)});
        }
        break;
    }
    return ticks;
}

} // namespace warpstring::gui
