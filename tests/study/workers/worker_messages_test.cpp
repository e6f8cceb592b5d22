// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/worker_messages.h"

#include <limits>

#include "tests/study/study_fixture.h"

namespace warpstring::workers {
namespace {

/// Every optional part is there.
RowsMessage fullMessage() {
    batch::BatchRow row;
    row.index = 7;
    row.launch = "a,n=64";
    row.swept = {{"n", "64"}, {"m", ""}};
    row.figures.emplace();
    row.figures->warpLatencyCycles = 0.1;
    row.figures->warpSpread = {1, 2, 3};
    row.figures->bounds = {4, std::numeric_limits<double>::infinity(), 5, 6};
    row.figures->parts.cycles[1] = -0.0;
    row.figures->string = std::string("C\0L", 3);
    row.diagnostics = {{"a.b", Severity::Warning, {"k.cl", 3, 4}, "message", "hint", Origin::Surroundings}};
    return {7, {row, {}}};
}

TEST(WorkerMessages, RowsComeBackAsTheyAre) {
    const std::string bytes = bytesOf(fullMessage());
    const auto back = fromBytes<RowsMessage>(bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(bytesOf(*back), bytes);
    const batch::BatchRow& row = back->rows.front();
    EXPECT_EQ(back->first, 7U);
    EXPECT_EQ(row.launch, "a,n=64");
    EXPECT_EQ(row.swept, fullMessage().rows.front().swept);
    EXPECT_EQ(row.figures->warpSpread->longest, 3);
    EXPECT_EQ(row.figures->bounds->upperTimeUs, 6);
    EXPECT_EQ(row.figures->string.size(), 3U);
    EXPECT_EQ(row.diagnostics, fullMessage().rows.front().diagnostics);
    EXPECT_FALSE(back->rows.back().figures);
}

TEST(WorkerMessages, APartOfOneIsNone) {
    const std::string bytes = bytesOf(fullMessage());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(fromBytes<RowsMessage>(bytes.substr(0, size))) << size;
    EXPECT_FALSE(fromBytes<RowsMessage>(bytes + '\0'));
}

using Orders = StudyTest;

TEST_F(Orders, MakeTheSamePlan) {
    writeSweep("a", 3);
    writeSweep("b", 2);
    batch::BatchSettings settings;
    settings.options = "-DA=1";
    settings.threshold = 99;
    settings.registers = RegisterRequest{.kind = RegisterRequest::Kind::Count, .count = 48};
    const auto before = plan({"a", "b"}, 2, settings);
    const auto order = fromBytes<WorkOrder>(bytesOf(orderOf(before, 1.5)));
    ASSERT_TRUE(order);
    EXPECT_EQ(order->timeLimitSeconds, 1.5);
    const auto after = planOf(*order);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->settings().options, "-DA=1");
    EXPECT_EQ(after->settings().threshold, 99);
    EXPECT_EQ(after->settings().registers, settings.registers);
    ASSERT_EQ(after->rows(), before.rows());
    batch::RowNames one(before), other(*after);
    for (std::uint64_t row = 0; row < before.rows(); ++row) {
        EXPECT_EQ(one.at(row).launch, other.at(row).launch);
        EXPECT_EQ(one.at(row).spec, other.at(row).spec);
    }
}

} // namespace
} // namespace warpstring::workers
