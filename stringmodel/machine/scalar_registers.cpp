// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/scalar_registers.h"

#include <algorithm>
#include <array>

namespace warpstring::machine {

namespace {

struct ScalarStep {
    int registers; ///< of a wave, at most
    int waves;     ///< of a SIMD
};

// GCNSubtarget::getOccupancyWithNumSGPRs of LLVM 19. A SIMD has 512 scalar registers on GCN 1 and 2, 800 from
// GCN 3 to CDNA 2.
constexpr std::array<ScalarStep, 6> southernIslands{{{48, 10}, {56, 9}, {64, 8}, {72, 7}, {80, 6}, {512, 5}}};
constexpr std::array<ScalarStep, 4> volcanicIslands{{{80, 10}, {88, 9}, {100, 8}, {800, 7}}};

template <std::size_t N>
int wavesOf(const std::array<ScalarStep, N>& steps, int registers) {
    const auto* found = std::find_if(steps.begin(), steps.end() - 1,
                                     [&](const ScalarStep& step) { return registers <= step.registers; });
    return found->waves;
}

} // namespace

std::optional<int> wavesByScalarRegisters(std::string_view target, int registers) {
    if (!target.starts_with("gfx") || target.size() != 6) return std::nullopt; // gfx1030 has one more
    switch (target[3]) {
    case '6':
    case '7': return wavesOf(southernIslands, registers);
    case '8':
    case '9': return wavesOf(volcanicIslands, registers);
    default: return std::nullopt;
    }
}

void limitByScalarRegisters(const CompiledForAmd& compiled, const HardwareSpec& spec, Occupancy& occupancy) {
    const auto waves = wavesByScalarRegisters(compiled.target, compiled.scalarRegisters);
    if (!waves) return;
    const int groups =
        std::max(1, *waves * std::max(1, spec.execution.schedulers) / std::max(1, occupancy.warpsPerGroup));
    occupancy.limits.push_back({"scalar registers", groups});
    if (groups >= occupancy.groups) return;
    occupancy.groups = groups;
    occupancy.limiter = "scalar registers";
    occupancy.warps = groups * occupancy.warpsPerGroup;
    occupancy.fraction = static_cast<double>(occupancy.warps) / spec.occupancy.warps;
}

} // namespace warpstring::machine
