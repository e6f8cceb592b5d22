// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow that IDs, counters and constants decide: how often warps come by is found by trying them all.
#pragma once

#include <string>
#include <vector>

#include "core/ndrange.h"

namespace warpstring::random_kernels {

/// A condition, or a loop with a counter from 0.
struct KnownFlow {
    enum class Kind {
        LaneBelow,    ///< lid < b
        LanesOfMask,  ///< (lid & a) < b
        ItemBit,      ///< (item >> a & 1) == b
        GroupBit,     ///< (group & 1) == b
        CounterBelow, ///< the innermost known counter < (lid & a) + b
        CounterRest,  ///< the innermost known counter % a == b
        Loop,         ///< a times
        LaneLoop      ///< (lid & a) + b times
    };
    Kind kind = Kind::LaneBelow;
    int a = 1, b = 0;

    [[nodiscard]] bool isLoop() const { return kind == Kind::Loop || kind == Kind::LaneLoop; }
    [[nodiscard]] bool needsCounter() const { return kind == Kind::CounterBelow || kind == Kind::CounterRest; }
};

/// As OpenCL C: a condition, or the limit of a loop. `counter` is the innermost known one's name.
[[nodiscard]] std::string textOf(const KnownFlow& flow, const std::string& counter);

/// How often warps of 32 execute, with one work-item at least, what stands below all of `around`, outermost
/// first.
[[nodiscard]] double executionsBelow(const NDRange& range, const std::vector<KnownFlow>& around);

} // namespace warpstring::random_kernels
