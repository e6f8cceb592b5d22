// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/register_choice.h"

#include <algorithm>

namespace warpstring::machine {

int registerRoom(const Pdg& pdg, const HardwareSpec& spec) {
    const auto& limits = spec.occupancy;
    const int lanes = spec.execution.warpSize;
    const int most = std::min(limits.warps, limits.workItems / std::max(1, lanes));
    if (limits.registerScope != RegisterScope::Warp || most <= 0 || limits.registers <= 0) return pdg.registers;
    int step = std::max(1, spec.execution.schedulers);
    int warps = most;
    if (!pdg.requiredGroupSize.empty()) {
        int items = 1;
        for (const int size : pdg.requiredGroupSize) items *= size;
        step = std::clamp((items + lanes - 1) / lanes, 1, most);
        warps = std::min(most, limits.groups * step);
    }
    const auto room = [&](int resident) {
        const int unit = std::max(1, limits.registerUnit);
        return limits.registers / resident / unit * unit / lanes;
    };
    warps = std::max(step, warps / step * step);
    while (warps > step && room(warps) < pdg.registers) warps -= step;
    return std::max(pdg.registers, std::min(room(warps), limits.registersPerWorkItem));
}

int registersTaken(const Pdg& pdg, const HardwareSpec& spec) {
    return std::max(pdg.registers, std::min(pdg.freeRegisters, registerRoom(pdg, spec)));
}

} // namespace warpstring::machine
