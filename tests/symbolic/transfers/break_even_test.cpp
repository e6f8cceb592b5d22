// SPDX-License-Identifier: GPL-3.0-or-later
// The size from which a device pays, beside going through all sizes.
#include <gtest/gtest.h>

#include "symbolic/transfers/break_even.h"

namespace warpstring::transfers {
namespace {

Diagnostic refused() { return {"test.size", Severity::Error, {}, "no such size", ""}; }

/// 100 us and a hundredth of one for each; the processor takes a tenth for each.
Result<SizeTimes> straight(std::int64_t size) {
    const auto x = static_cast<double>(size);
    return SizeTimes{size, 100 + 0.01 * x, 0.1 * x};
}

TEST(BreakEven, isTheLeastSizeThatPays) {
    std::int64_t truth = 1;
    while (!straight(truth)->pays()) ++truth;
    const auto found = findBreakEven(1, 1 << 20, straight);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->size, truth);
    EXPECT_LT(found->tried.size(), 24U);
    const auto multiples = findBreakEven(64, 1 << 20, straight);
    ASSERT_TRUE(multiples.ok());
    EXPECT_EQ(multiples->size, (truth + 63) / 64 * 64);
}

TEST(BreakEven, mayBeNowhereOrFromTheStart) {
    const auto never = findBreakEven(1, 512, straight);
    ASSERT_TRUE(never.ok());
    EXPECT_FALSE(never->size);
    EXPECT_EQ(never->tried.back().size, 512);
    const auto always =
        findBreakEven(1, 512, [](std::int64_t size) -> Result<SizeTimes> { return SizeTimes{size, 1, 2}; });
    ASSERT_TRUE(always.ok());
    EXPECT_EQ(always->size, 1);
    EXPECT_TRUE(always->isFromStart);
}

TEST(BreakEven, passesOverSizesThatTheLaunchRefuses) {
    const auto from = [](std::int64_t least, std::int64_t most) {
        return [=](std::int64_t size) -> Result<SizeTimes> {
            if (size < least || size > most) return refused();
            return straight(size);
        };
    };
    const auto late = findBreakEven(1, 1 << 20, from(100, 1 << 20));
    ASSERT_TRUE(late.ok());
    EXPECT_EQ(late->size, findBreakEven(1, 1 << 20, straight)->size);
    const auto early = findBreakEven(1, 1 << 20, from(1, 100));
    ASSERT_TRUE(early.ok());
    EXPECT_FALSE(early->size);
    const auto none = findBreakEven(1, 1 << 20, from(5, 4));
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics()[0].code, "test.size");
}

} // namespace
} // namespace warpstring::transfers
