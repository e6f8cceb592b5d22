// SPDX-License-Identifier: GPL-3.0-or-later
// The pattern of an access that is spared conflicts, gaps or contention. docs/advice.md.
#pragma once

#include <cstdint>
#include <span>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/counterfactual.h"
#include "stringmodel/timeline/lane_pattern.h"

namespace warpstring::timeline {

/// What an access is spared.
struct Relief {
    bool conflicts = false, gaps = false, contention = false;
    [[nodiscard]] bool isAny() const { return conflicts || gaps || contention; }
};
[[nodiscard]] Relief reliefOf(AccessId access, const machine::Counterfactual& without);

/// Of the sectors of a pattern with gaps those are kept that its bytes fill, other ones where the first lane
/// stands elsewhere within its sector: warps that ask for the rest of them keep the rest, so that all together
/// read what they read before, each sector by one of them.
[[nodiscard]] AccessPattern relieved(AccessPattern pattern, const MemoryAccess& access, Relief relief,
                                     std::int64_t firstAddress, const HardwareSpec& spec);

/// `lanePattern` with what the access is spared.
[[nodiscard]] AccessPattern relievedLanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                                                Relief relief, const HardwareSpec& spec);

} // namespace warpstring::timeline
