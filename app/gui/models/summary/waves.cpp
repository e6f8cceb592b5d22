// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/waves.h"

#include <algorithm>

namespace warpstring::gui {

double Waves::count() const {
    return places > 0 ? static_cast<double>(groups) / static_cast<double>(places) : 0;
}

Waves wavesOf(const Analysis& analysis) {
    Waves waves;
    waves.groups = analysis.launch().range.groupCount();
    waves.multiprocessors = std::max(1, analysis.spec().execution.multiprocessors);
    waves.places = static_cast<std::uint64_t>(std::max(1, analysis.simulation.occupancy.groups)) *
                   static_cast<std::uint64_t>(waves.multiprocessors);
    waves.full = waves.groups / waves.places;
    waves.groupsLast = waves.groups % waves.places;
    // Groups go to the multiprocessor with the most room: each gets one before any gets a second.
    if (waves.groupsLast > 0)
        waves.idleLast = std::max(0, waves.multiprocessors - static_cast<int>(waves.groupsLast));
    return waves;
}

} // namespace warpstring::gui
