// SPDX-License-Identifier: GPL-3.0-or-later
// Transactions of an access by all warps, as a formula.
#pragma once

#include <optional>

#include "core/hardware_spec.h"
#include "symbolic/counts/region_places.h"

namespace warpstring::symbolic {

/// Of warps of which every lane takes part and whose lanes lie to each other alike, wherever the warp is: the
/// segments that one of them touches, times the warps. Piecewise where rows of a warp lie a name apart, and
/// near each other for its least values. nullopt where that is not so, the device has another rule than to
/// count the lines or sectors that a warp touches, or the access is as wide as a segment and not aligned to
/// itself.
[[nodiscard]] std::optional<Formula> transactionFormula(const IndexSpace& space, const HardwareSpec& spec,
                                                        const std::vector<AddressCase>& cases, int bytes);

} // namespace warpstring::symbolic
