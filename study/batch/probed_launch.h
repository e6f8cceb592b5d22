// SPDX-License-Identifier: GPL-3.0-or-later
// A launch with the probe of core/probe around its kernel, to be simulated as what it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/launch.h"
#include "pdg/pdg.h"

namespace warpstring::batch {

struct ProbedLaunch {
    Launch launch;            ///< of the probe's kernel, with the arguments that it has besides
    std::string text;         ///< of the kernel and the probe
    std::uint64_t stride = 1; ///< each so-manieth work-group is stamped
};

/// `plain` is the graph of the kernel, which tells its text and parameters; `stampedFraction` of the
/// work-groups are stamped. Nothing where the probe cannot be written around the kernel: its parameters are no
/// buffers and scalars, or there are no warps.
[[nodiscard]] std::optional<ProbedLaunch> probedLaunch(const Launch& launch, const Pdg& plain, int warpSize,
                                                       double stampedFraction);

} // namespace warpstring::batch
