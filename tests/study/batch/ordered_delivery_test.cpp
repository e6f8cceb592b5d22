// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/ordered_delivery.h"

#include <random>
#include <thread>

#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

EncodedRows rowsOf(std::uint64_t first, std::uint64_t count) {
    EncodedRows rows;
    rows.first = first;
    rows.count = count;
    return rows;
}

TEST(OrderedDelivery, WritesInOrderWhateverComesFirst) {
    MemorySink sink;
    OrderedDelivery delivery(sink, {10, 20}, 100);
    ASSERT_EQ(delivery.take(4)->first, 10U);
    ASSERT_EQ(delivery.take(4)->first, 14U);
    const auto last = delivery.take(4);
    EXPECT_EQ(last->first, 18U);
    EXPECT_EQ(last->end, 20U);
    EXPECT_FALSE(delivery.take(1));
    delivery.deliver(rowsOf(18, 2));
    delivery.deliver(rowsOf(14, 4));
    EXPECT_TRUE(sink.indices.empty());
    delivery.deliver(rowsOf(10, 1)); // a part of its range
    EXPECT_EQ(delivery.written(), 11U);
    delivery.deliver(rowsOf(11, 3));
    EXPECT_EQ(sink.indices, (std::vector<std::uint64_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}));
}

TEST(OrderedDelivery, NoRangeReachesBeyondTheWindow) {
    MemorySink sink;
    OrderedDelivery delivery(sink, {0, 100}, 5);
    EXPECT_EQ(delivery.take(3)->end, 3U);
    EXPECT_EQ(delivery.take(3)->end, 5U);
    delivery.deliver(rowsOf(0, 3));
    const auto next = delivery.take(100);
    EXPECT_EQ(next->first, 5U);
    EXPECT_EQ(next->end, 8U);
}

TEST(OrderedDelivery, WhoWaitsForRoomIsWokenByStop) {
    MemorySink sink;
    OrderedDelivery delivery(sink, {0, 100}, 1);
    ASSERT_TRUE(delivery.take(1));
    std::thread waiting([&] { EXPECT_FALSE(delivery.take(1)); });
    delivery.stop();
    waiting.join();
    delivery.deliver(rowsOf(0, 1));
    EXPECT_EQ(delivery.written(), 1U) << "what was taken is still written";
}

TEST(OrderedDelivery, AfterAFailureNothingIsWritten) {
    MemorySink sink;
    sink.failAt = 1;
    OrderedDelivery delivery(sink, {0, 100}, 50);
    ASSERT_TRUE(delivery.take(2));
    ASSERT_TRUE(delivery.take(2));
    delivery.deliver(rowsOf(0, 2));
    EXPECT_FALSE(delivery.faults().empty());
    EXPECT_FALSE(delivery.take(1));
    delivery.deliver(rowsOf(2, 2));
    EXPECT_TRUE(sink.indices.empty());
    EXPECT_EQ(delivery.written(), 0U);
}

TEST(OrderedDelivery, ManyThreads) {
    constexpr std::uint64_t all = 20000;
    MemorySink sink;
    OrderedDelivery delivery(sink, {0, all}, 64);
    std::vector<std::thread> threads;
    for (unsigned seed = 1; seed <= 4; ++seed)
        threads.emplace_back([&delivery, seed] {
            std::mt19937 random(seed);
            while (const auto range = delivery.take(1 + random() % 9)) {
                if (random() % 8 == 0) std::this_thread::yield();
                delivery.deliver(rowsOf(range->first, range->end - range->first));
            }
        });
    for (int i = 0; i < 100; ++i) {
        delivery.flush();
        std::this_thread::yield();
    }
    for (auto& thread : threads) thread.join();
    ASSERT_EQ(sink.indices.size(), all);
    for (std::uint64_t i = 0; i < all; ++i) ASSERT_EQ(sink.indices[i], i);
}

} // namespace
} // namespace warpstring::batch
