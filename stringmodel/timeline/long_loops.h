// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a kernel that are simulated in part: beyond what shows their steady state they are extrapolated.
#pragma once

#include <cstdint>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::timeline {

/// Trips of a loop that show its steady state: two spans of them, in whole cache lines of floats where a trip
/// is short. A long body passes its own beginning and end more often.
inline constexpr double mostSteadyTrips = 32, fewestSteadyTrips = 4;

/// Of the trips of long loops; `inner` of those within another long loop.
struct LoopFractions {
    double outer = 1, inner = 1;
    [[nodiscard]] bool areWhole() const { return outer >= 1 && inner >= 1; }
    friend bool operator==(const LoopFractions&, const LoopFractions&) = default;
};

class LongLoops {
public:
    /// `copies`: by LoopId, of the body in a round. What is simulated is whole rounds, and what they leave over
    /// as in the launch.
    LongLoops(const Pdg& pdg, const evaluation::Evaluation& evaluation, const std::vector<int>& copies);

    [[nodiscard]] bool any(bool isInner) const;
    /// Of trips, that all such loops need for their steady state, but for no more than `atMost` trips.
    [[nodiscard]] double leastFraction(bool isInner, double atMost) const;
    /// What a fraction comes to in whole rounds, of the loop with most trips.
    [[nodiscard]] double inRounds(bool isInner, double fraction) const;
    /// Operations of a warp with a part of the trips, on average.
    [[nodiscard]] double operations(const LoopFractions& fractions) const;
    /// Whether they leave out trips of the loop.
    [[nodiscard]] bool isCut(LoopId id, const LoopFractions& fractions) const;
    /// How many of a warp's trips are simulated.
    [[nodiscard]] std::int64_t tripsOf(LoopId id, std::int64_t trips, const LoopFractions& fractions) const;

private:
    struct LongLoop {
        LoopId loop;
        double trips;
        bool isInner;  ///< within another long loop
        double steady; ///< trips that show its steady state
        int copies;    ///< trips of a round
    };
    [[nodiscard]] static std::int64_t tripsOf(const LongLoop& loop, std::int64_t trips, double fraction);
    [[nodiscard]] double steadyTrips(LoopId loop) const;

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    std::vector<LongLoop> long_;
};

} // namespace warpstring::timeline
