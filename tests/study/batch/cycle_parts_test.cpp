// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cycles of a warp go: whatever they are sorted by, they add up to the latency that is reported.
#include <set>

#include <gtest/gtest.h>

#include "study/batch/cycle_parts.h"

namespace warpstring::batch {

using timeline::Stall;
namespace {

TEST(CyclePartsOfAWarp, withoutATimelineAreThoseOfTheString) {
    Simulation simulation;
    simulation.correctedWalk = {150, 10, 20, 30, 40, 50, 3};
    const CycleParts parts = cycleParts(simulation);
    EXPECT_FALSE(parts.byStall);
    EXPECT_EQ(parts.count(), walkPartCount);
    const double wanted[] = {10, 20, 30, 40, 50};
    for (std::size_t part = 0; part < walkPartCount; ++part) EXPECT_EQ(parts.cycles[part], wanted[part]);
    EXPECT_EQ(parts.sum(), simulation.warpLatencyCycles());
    EXPECT_EQ(parts.nameOf(4), std::string("waiting for memory"));
}

TEST(CyclePartsOfAWarp, withATimelineAreItsReasonsAndTheStart) {
    Simulation simulation;
    simulation.correctedWalk.compute = 7; // not what is reported then
    simulation.timeline.emplace();
    simulation.timeline->warpCycles = 150;
    timeline::StallCycles first{}, second{};
    first[static_cast<std::size_t>(Stall::Global)] = 60;
    second[static_cast<std::size_t>(Stall::Global)] = 20;
    second[static_cast<std::size_t>(Stall::Barrier)] = 20;
    simulation.timeline->ofWarp.operations = {first, second};
    simulation.timeline->ofWarp.start = 50;
    const CycleParts parts = cycleParts(simulation);
    EXPECT_TRUE(parts.byStall);
    EXPECT_EQ(parts.count(), timeline::stallCount);
    EXPECT_DOUBLE_EQ(parts.cycles[static_cast<std::size_t>(Stall::Global)], 80);
    EXPECT_DOUBLE_EQ(parts.cycles[static_cast<std::size_t>(Stall::Barrier)], 20);
    EXPECT_DOUBLE_EQ(parts.cycles[static_cast<std::size_t>(Stall::Start)], 50);
    EXPECT_DOUBLE_EQ(parts.sum(), simulation.warpLatencyCycles());
    EXPECT_EQ(parts.nameOf(static_cast<std::size_t>(Stall::Barrier)), std::string(name(Stall::Barrier)));
}

TEST(CyclePartsOfAWarp, haveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (std::size_t part = 0; part < walkPartCount; ++part)
        EXPECT_TRUE(names.insert(name(static_cast<WalkPart>(part))).second);
    names.clear();
    for (std::size_t stall = 0; stall < timeline::stallCount; ++stall)
        EXPECT_TRUE(names.insert(name(static_cast<Stall>(stall))).second);
}

} // namespace
} // namespace warpstring::batch
