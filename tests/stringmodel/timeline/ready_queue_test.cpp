// SPDX-License-Identifier: GPL-3.0-or-later
// The tournament of warps against a plain search.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "stringmodel/timeline/ready_queue.h"

namespace warpstring::timeline {
namespace {

TEST(ReadyQueue, findsTheFirstOfAllAndOfTheOthers) {
    std::mt19937 random(5);
    for (const std::size_t warps : {1u, 2u, 3u, 8u, 13u, 64u}) {
        ReadyQueue queue(warps);
        std::vector<double> times(warps, ReadyQueue::never);
        EXPECT_TRUE(queue.empty());
        for (int round = 0; round < 3000; ++round) {
            const auto changed = static_cast<std::uint32_t>(random() % warps);
            times[changed] = random() % 5 == 0 ? ReadyQueue::never : random() % 20; // equal times are common
            queue.set(changed, times[changed]);
            const auto first = std::min_element(times.begin(), times.end()); // of equals the lowest number
            ASSERT_EQ(queue.empty(), *first == ReadyQueue::never);
            if (!queue.empty()) {
                ASSERT_EQ(queue.first(), first - times.begin());
            }
            const auto beside = static_cast<std::uint32_t>(random() % warps);
            auto others = times;
            others[beside] = ReadyQueue::never;
            ASSERT_EQ(queue.firstBeside(beside), *std::min_element(others.begin(), others.end()));
        }
    }
}

} // namespace
} // namespace warpstring::timeline
