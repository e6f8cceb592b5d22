// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cycles of a warp go: by reason of its stalls where a timeline tells, else by kind of token.
#pragma once

#include <array>

#include "stringmodel/simulation.h"

namespace warpstring::batch {

/// The parts of a walk of the string (WarpLatency).
enum class WalkPart { Compute, Memory, Shared, Barrier, Waiting };
inline constexpr std::size_t walkPartCount = static_cast<std::size_t>(WalkPart::Waiting) + 1;
[[nodiscard]] const char* name(WalkPart part);

struct CycleParts {
    bool byStall = false;                              ///< else by WalkPart
    std::array<double, timeline::stallCount> cycles{}; ///< of a warp on average, by Stall or by WalkPart

    [[nodiscard]] std::size_t count() const { return byStall ? timeline::stallCount : walkPartCount; }
    [[nodiscard]] const char* nameOf(std::size_t part) const;
    [[nodiscard]] double sum() const;
};

/// Their sum is the warp latency that the simulation reports.
[[nodiscard]] CycleParts cycleParts(const Simulation& simulation);

} // namespace warpstring::batch
