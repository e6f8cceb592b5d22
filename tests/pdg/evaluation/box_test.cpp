// SPDX-License-Identifier: GPL-3.0-or-later
// Membership in progressions and sets of work-items, against trying all of their values.
#include <gtest/gtest.h>

#include "pdg/evaluation/active_set.h"
#include "pdg/evaluation/box.h"

namespace warpstring::evaluation {
namespace {

TEST(Box, progressionsContainTheirValuesAlone) {
    for (const std::int64_t first : {-7, 0, 5})
        for (const std::int64_t step : {1, 2, 3, 7})
            for (std::uint64_t count = 1; count < 6; ++count) {
                const Progression progression{first, step, count};
                for (std::int64_t value = -30; value < 60; ++value) {
                    bool among = false;
                    for (std::uint64_t i = 0; i < count; ++i) among |= progression.at(i) == value;
                    EXPECT_EQ(progression.contains(value), among) << first << " " << step << " " << count;
                }
            }
}

TEST(ActiveSet, anyOfLooksAtItsSpanAlone) {
    ActiveSet set;
    for (const int item : {3, 64, 130, 255, 1023}) set.insert(item);
    for (int first = 0; first < maxGroupSize; first += 13)
        for (int end = first; end <= maxGroupSize; end += 29) {
            bool any = false;
            for (int item = first; item < end; ++item) any |= set.contains(item);
            EXPECT_EQ(set.anyOf(first, end), any) << first << " to " << end;
        }
}

} // namespace
} // namespace warpstring::evaluation
