// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/write_buffer.h"

#include <gtest/gtest.h>

namespace warpstring::timeline {
namespace {

constexpr std::uint32_t whole = 0b1111;

TEST(WriteBuffer, SendsEachStoreWhereItHoldsNoLines) {
    WriteBuffer buffer(0, 6);
    for (int store = 0; store < 4; ++store) {
        const auto added = buffer.write(7, whole, 1, store);
        EXPECT_EQ(added.sectors, 4);
        EXPECT_EQ(added.lines, 1);
    }
}

TEST(WriteBuffer, AddsSectorsThatAreNotThere) {
    WriteBuffer buffer(4, 6);
    EXPECT_EQ(buffer.write(7, 0b0001, 1, 0).sectors, 1);
    EXPECT_EQ(buffer.write(7, 0b0001, 1, 1).sectors, 0);
    const auto other = buffer.write(7, 0b0110, 1, 2);
    EXPECT_EQ(other.sectors, 2);
    EXPECT_EQ(other.lines, 0);
}

TEST(WriteBuffer, ForgetsLinesAfterAWhileAndBehindOthers) {
    WriteBuffer buffer(2, 6);
    EXPECT_EQ(buffer.write(1, whole, 1, 0).sectors, 4);
    EXPECT_EQ(buffer.write(1, whole, 1, 1000).sectors, 4) << "too late";
    EXPECT_EQ(buffer.write(2, whole, 1, 1001).sectors, 4);
    EXPECT_EQ(buffer.write(3, whole, 1, 1002).sectors, 4);
    EXPECT_EQ(buffer.write(1, whole, 1, 1003).sectors, 4) << "two lines since";
}

/// Of stores that fill the same lines over and over, those sectors that go by themselves.
double sent(int storesOfALine, std::size_t linesOfAStore) {
    WriteBuffer buffer(16, 6);
    double asked = 0, went = 0, now = 0;
    for (std::int64_t first = 0; first < 3200; first += 16)
        for (int store = 0; store < storesOfALine; ++store, now += 4)
            for (std::size_t line = 0; line < linesOfAStore; ++line) {
                asked += 4;
                went +=
                    buffer.write(first + static_cast<std::int64_t>(line), whole, linesOfAStore, now).sectors;
            }
    return went / asked;
}

// As counters of an H200 tell for bench/device/filled-lines.toml: 0.57, 0.43 and 0.52 of the sectors of 2, 4
// and 6 stores to as many lines.
TEST(WriteBuffer, LetsMostStoresOfAVectorJoin) {
    EXPECT_NEAR(sent(2, 2), 0.57, 0.05);
    EXPECT_NEAR(sent(4, 4), 0.43, 0.05);
    EXPECT_NEAR(sent(6, 6), 0.52, 0.05);
    EXPECT_EQ(sent(1, 4), 1);
}

TEST(WriteBuffer, SendsMoreTheMoreLinesAStoreTouches) {
    double before = 0;
    for (const std::size_t lines : {4, 6, 8, 10, 12}) {
        const double now = sent(4, lines);
        EXPECT_GE(now, before) << lines;
        before = now;
    }
    EXPECT_GT(before, 0.95);
}

TEST(WriteBuffer, SendsMostOfStoresTooManyToFillALineTogether) { EXPECT_NEAR(sent(8, 4), 0.75, 0.01); }

} // namespace
} // namespace warpstring::timeline
