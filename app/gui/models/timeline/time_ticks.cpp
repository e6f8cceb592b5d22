// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/time_ticks.h"

#include <algorithm>
#include <cmath>

namespace warpstring::gui {

std::vector<TimeTick> timeTicks(double from, double to, double clockMhz, TimeUnit unit, std::size_t most) {
    std::vector<TimeTick> ticks;
    const double first = inUnit(from, clockMhz, unit), last = inUnit(to, clockMhz, unit);
    if (!(last > first) || most == 0 || !std::isfinite(last - first)) return ticks;
    const double rough = (last - first) / static_cast<double>(most);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double part = rough / power;
    const double step = power * (part > 5 ? 10 : part > 2 ? 5 : part > 1 ? 2 : 1);
    const int decimals = static_cast<int>(std::max(0.0, -std::floor(std::log10(step) + 1e-9)));
    const double cyclesPerUnit = (to - from) / (last - first);
    for (double n = std::ceil(first / step); n * step <= last && ticks.size() < most; ++n) {
        const double value = n * step;
        const bool large = std::fabs(value) >= 1e4;
        ticks.push_back({value * cyclesPerUnit,
                         large && decimals == 0 ? numberText(value) : QString::number(value, 'f', decimals)});
    }
    return ticks;
}

} // namespace warpstring::gui
