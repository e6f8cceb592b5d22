// SPDX-License-Identifier: GPL-3.0-or-later
// The size of a work-group where nobody says it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"
#include "study/drafting/scalar_uses.h"

namespace warpstring::drafting {

struct GroupGuess {
    std::vector<std::uint64_t> sizes;
    std::string reason;
};

/// How well groups of these sizes use the kernel's __local arrays: the share of their bytes that is reached,
/// nothing where something beyond them is.
using LocalFill = std::function<std::optional<double>(const std::vector<std::uint64_t>& sizes)>;

/// What reqd_work_group_size says; else the sizes under which work-items fill the kernel's __local arrays; else
/// the constants that group IDs are multiplied with; else 256, 16 x 16 or 8 x 8 x 4.
[[nodiscard]] GroupGuess guessGroup(const Pdg& pdg, const ScalarUses& uses, const HardwareSpec& spec,
                                    int dimensions, const LocalFill& localFill);

} // namespace warpstring::drafting
