// SPDX-License-Identifier: GPL-3.0-or-later
// What accesses of lanes that go to random places cost on average, in closed form: docs/model.md, section 4.
#pragma once

#include "core/hardware_spec.h"

namespace warpstring::evaluation {

/// Different ones among `draws` draws from `places` equally likely places, each draw by itself:
/// n (1 - (1 - 1/n)^k), the mean number of occupied boxes. As many as draws where there is no end of places
/// (0).
[[nodiscard]] double expectedDistinct(double places, double draws);

/// What of an object's words lanes draw from, each by itself and all words alike.
struct RandomWords {
    int banks = 32;
    /// Over banks as evenly as it goes; 0: without end, so that no two lanes meet at one.
    double words = 0;
    bool areShared = true; ///< lanes on one word take one turn of its bank
};

/// The turns that the fullest bank takes on average: exact, by generating functions. `lanes` at most 128.
[[nodiscard]] double expectedFullestBank(int lanes, const RandomWords& words);

/// Cycles to resolve the bank conflicts of a warp with so many active lanes of `bytes` each, whose addresses in
/// an object of `objectBytes` (0: not known) are random. Lanes are served `lanesTogether` at a time, the
/// active ones first.
[[nodiscard]] double expectedConflictCycles(const HardwareSpec::SharedMemory& memory, int activeLanes,
                                            int warpSize, int bytes, double objectBytes);

/// Blocks of `blockBytes` (sectors, lines) that so many lanes touch on average.
[[nodiscard]] double expectedBlocks(int activeLanes, int bytes, double blockBytes, double objectBytes);

} // namespace warpstring::evaluation
