// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/spilling.h"

#include <algorithm>

namespace warpstring::machine {

std::vector<RegionSpills> chooseSpills(const Pdg& pdg, const CodeShape& shape, int spilled) {
    std::vector<RegionSpills> spills;
    std::uint32_t place = 0;
    for (const auto& level : pdg.spillLevels) {
        const int registers = std::min(level.registers, spilled);
        if (registers <= 0) continue;
        spills.push_back({blockOf(pdg.regions[level.region], pdg, shape), registers, level.isIdle, place});
        place += static_cast<std::uint32_t>(registers);
        spilled -= registers;
    }
    return spills;
}

} // namespace warpstring::machine
