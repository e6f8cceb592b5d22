// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "core/records/parallel.h"

namespace warpstring::records {
namespace {

TEST(InParallel, everyElementIsVisitedOnce) {
    for (const std::uint64_t count : {0, 1, 2, 7, 100, 1001})
        for (const std::uint64_t grain : {0, 1, 3, 1000}) {
            std::vector<std::atomic<int>> visits(count);
            inParallel(count, grain, [&](std::uint64_t first, std::uint64_t end) {
                for (std::uint64_t i = first; i < end; ++i) ++visits[i];
            });
            for (std::uint64_t i = 0; i < count; ++i) EXPECT_EQ(visits[i], 1) << i << " of " << count;
        }
}

TEST(InParallel, littleWorkIsOneCall) {
    std::atomic<int> calls = 0;
    inParallel(10, 100, [&](std::uint64_t, std::uint64_t) { ++calls; });
    EXPECT_EQ(calls, 1);
}

TEST(InParallel, whatACallThrowsIsThrown) {
    const auto failing = [](std::uint64_t, std::uint64_t end) {
        if (end == 1000) throw std::out_of_range("the last part");
    };
    EXPECT_THROW(inParallel(1000, 1, failing), std::out_of_range);
}

} // namespace
} // namespace warpstring::records
