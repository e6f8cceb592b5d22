// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/waves.h"

#include <algorithm>

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

/// Hands out groups one by one, each to the multiprocessor that has fewest.
int idleInLastWave(std::uint64_t groups, std::uint64_t places, int multiprocessors) {
    const std::uint64_t last = groups % places;
    if (last == 0) return 0;
    std::vector<int> has(static_cast<std::size_t>(multiprocessors));
    for (std::uint64_t i = 0; i < last; ++i) ++*std::min_element(has.begin(), has.end());
    return static_cast<int>(std::count(has.begin(), has.end(), 0));
}

TEST(Waves, AreThoseOfHandingGroupsOut) {
    for (const std::uint64_t groups : {1ULL, 100ULL, 132ULL, 1056ULL, 1057ULL, 1200ULL, 2112ULL}) {
        const auto analysis = test::analysisOfKernel(test::smallKernel, "nvidia-h200", groups * 256);
        const Waves waves = wavesOf(*analysis);
        EXPECT_EQ(waves.groups, groups);
        EXPECT_EQ(waves.places, 8U * 132U) << "8 groups of 8 warps fill 64 places for warps";
        EXPECT_EQ(waves.full * waves.places + waves.groupsLast, groups);
        EXPECT_EQ(waves.idleLast, idleInLastWave(groups, waves.places, 132)) << groups;
    }
}

} // namespace

} // namespace warpstring::gui
