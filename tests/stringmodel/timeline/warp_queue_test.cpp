// SPDX-License-Identifier: GPL-3.0-or-later
// A scheduler's warps against a plain list of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "stringmodel/timeline/warp_queue.h"

namespace warpstring::timeline {
namespace {

TEST(WarpQueue, keepsWarpsByAgeAndFindsTheFirstTime) {
    std::mt19937 random(5);
    WarpQueue queue;
    std::vector<std::pair<std::uint32_t, double>> plain;
    EXPECT_EQ(queue.first(), WarpQueue::never);
    for (std::uint32_t round = 0; round < 3000; ++round) {
        const std::size_t place = plain.empty() ? 0 : random() % plain.size();
        if (plain.empty() || (plain.size() < 17 && random() % 4 == 0)) {
            EXPECT_EQ(queue.add(round), plain.size());
            plain.emplace_back(round, WarpQueue::never);
        } else if (random() % 4 == 0) {
            queue.remove(place);
            plain.erase(plain.begin() + static_cast<std::ptrdiff_t>(place));
        } else {
            plain[place].second = random() % 5 == 0 ? WarpQueue::never : static_cast<double>(random() % 20);
            queue.set(place, plain[place].second, plain[place].first % 7);
        }
        ASSERT_EQ(queue.size(), plain.size());
        double first = WarpQueue::never;
        for (std::size_t i = 0; i < plain.size(); ++i) {
            ASSERT_EQ(queue.warp(i), plain[i].first);
            ASSERT_EQ(queue.ready(i), plain[i].second);
            if (plain[i].second != WarpQueue::never) {
                ASSERT_EQ(queue.pipeSet(i), plain[i].first % 7);
            }
            ASSERT_EQ(queue.readyBy(9, 0) >> i & 1, plain[i].second <= 9 ? 1U : 0U);
            first = std::min(first, plain[i].second);
        }
        ASSERT_EQ(queue.first(), first);
    }
}

} // namespace
} // namespace warpstring::timeline
