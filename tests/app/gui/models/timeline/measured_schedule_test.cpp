// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/measured_schedule.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/gui/models/timeline/schedule_runner.h"
#include "core/records/record_store.h"
#include "core/records/resolved_launch.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

std::vector<records::Measurement> recordsOf(const std::string& folder) {
    auto records = records::readRecords(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples" / folder /
                                        "measurements");
    EXPECT_TRUE(records.ok());
    return *records;
}

TEST(MeasuredSchedule, TheRecordIsOfThisTextOnThisDevice) {
    const auto records = recordsOf("scan");
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    const records::Measurement* record = recordOf(*analysis, records);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->device.name, "NVIDIA H200");
    EXPECT_EQ(record->settings.cache, records::CacheState::Warm);
    EXPECT_EQ(record->fingerprint, fingerprint(*records::resolve(analysis->launch())));

    EXPECT_FALSE(recordOf(*test::analysisOf("scan/scan-init"), records));
    EXPECT_FALSE(recordOf(*analysis, {}));
    batch::GraphCache graphs;
    auto request = test::requestFor("scan/scan-init", "nvidia-h200");
    request.sourceText += "\n// edited\n";
    EXPECT_FALSE(recordOf(**analyse(request, graphs), records));
}

TEST(MeasuredSchedule, BothSchedulesHoldTheirGroupsFromTheFirstStart) {
    const auto records = recordsOf("fft");
    const auto analysis = test::analysisOf("fft/fft-shared-radix4", "nvidia-h200");
    const records::Measurement* record = recordOf(*analysis, records);
    ASSERT_TRUE(record);
    const auto simulated = groupsOf(*analysis->timeline());
    const auto both = groupSchedules(*record, simulated, false);
    EXPECT_EQ(both.measured.groups.size(), record->warp.groupSpans.size());
    EXPECT_EQ(both.simulated.groups.size(), simulated.spans.size());
    EXPECT_EQ(both.measured.groups.front().start, 0);
    EXPECT_EQ(both.simulated.groups.front().start, 0);
    ASSERT_TRUE(both.comparison);
    EXPECT_EQ(both.comparison->compared, std::min(simulated.spans.size(), record->warp.groupSpans.size()));
    for (const records::GroupSpan& span : simulated.spans) EXPECT_LE(span.end, both.end() + 1e-6);
}

TEST(MeasuredSchedule, WhatCannotBeComparedIsSaidAndNotCompared) {
    const auto records = recordsOf("fft");
    const auto analysis = test::analysisOf("fft/fft-shared-radix4", "nvidia-h200");
    auto record = *recordOf(*analysis, records);
    const auto simulated = groupsOf(*analysis->timeline());
    record.warp.stampedFraction = 0.5;
    EXPECT_FALSE(groupSchedules(record, simulated, false).comparison);
    EXPECT_EQ(groupSchedules(record, simulated, false).notes.size(), 1);
    record.warp.stampedFraction = 1;
    record.warp.probeChangedCode = true;
    EXPECT_FALSE(groupSchedules(record, simulated, false).comparison);
    record.warp.probeChangedCode = false;
    EXPECT_TRUE(groupSchedules(record, simulated, false).notes.empty());
    SimulatedGroups loops = simulated;
    loops.loopsExtrapolated = true;
    const auto both = groupSchedules(record, loops, false);
    EXPECT_TRUE(both.simulated.groups.empty());
    EXPECT_EQ(both.notes.size(), 1);
}

TEST(ScheduleRunner, SimulatesMoreGroupsThanTheFirstPicture) {
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    const auto first = groupsOf(*analysis->timeline());
    ASSERT_TRUE(first.groupsExtrapolated);
    ASSERT_TRUE(ScheduleRunner::canSimulate(*analysis));
    ScheduleRunner runner;
    QSignalSpy spy(&runner, &ScheduleRunner::finished);
    (void)runner.submit(analysis);
    const quint64 last = runner.submit(analysis);
    ASSERT_TRUE(spy.wait(60000));
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.front().front().value<quint64>(), last);
    const auto groups = spy.front().back().value<SimulatedGroups>();
    EXPECT_GT(groups.spans.size(), first.spans.size());
    // The groups that both have are the same ones.
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(groups.spans[i].group, first.spans[i].group);
}

TEST(ScheduleRunner, WhatIsForgottenIsNotTold) {
    ScheduleRunner runner;
    QSignalSpy spy(&runner, &ScheduleRunner::finished);
    (void)runner.submit(test::analysisOf("scan/scan-init", "nvidia-h200"));
    runner.forget();
    EXPECT_FALSE(spy.wait(1500));
}

} // namespace

} // namespace warpstring::gui
