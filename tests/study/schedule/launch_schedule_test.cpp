// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of launches beside records made by hand, and what is written of them.
#include <nlohmann/json.hpp>

#include "core/files/launches/launch_file.h"
#include "core/records/resolved_launch.h"
#include "study/schedule/schedule_output.h"
#include "tests/study/study_fixture.h"

namespace warpstring::schedule {
namespace {

using Code = std::string;

class LaunchScheduleTest : public StudyTest {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        writeSweep("sweep", 2);
        const auto file = files::readLaunchFile(folder_ / "sweep.toml");
        ASSERT_TRUE(file);
        name_ = file->launches[1].name;
        record_.status = records::MeasurementStatus::Ok;
        record_.launch = file->launches[1];
        record_.fingerprint = fingerprint(*records::resolve(file->launches[1]));
        record_.device.name = "A <fast> GeForce 8800 GTX";
        record_.takenAt = "2026-11-21T16:00:00Z";
        record_.warp.measurable = true;
        record_.warp.probedRatio = 1.01;
        record_.warp.detailedSm = 3;
        record_.warp.schedule = {{3, 1, 1, 1000}, {4, 2, 2, 1000}};
        record_.warp.groupSpans = {{0, 0, 1000}};
    }

    Result<std::vector<LaunchSchedule>> schedules(const ScheduleOptions& options = {}) const {
        return launchSchedules(plan({"sweep"}), {record_}, {{name_, "small", "As it is", {"sets.toml", 4, 1}}},
                               options);
    }
    /// Its one fault.
    Code fault(const ScheduleOptions& options = {}) const {
        const auto faulty = schedules(options);
        if (faulty) return "none";
        EXPECT_EQ(faulty.diagnostics().size(), 1U);
        EXPECT_EQ(faulty.diagnostics().front().place.line, 4);
        EXPECT_FALSE(faulty.diagnostics().front().hint.empty());
        return faulty.diagnostics().front().code;
    }

    std::string name_;
    records::Measurement record_;
};

TEST_F(LaunchScheduleTest, laysBothSideBySide) {
    const auto all = schedules({"FAST", records::CacheState::Warm, 2});
    ASSERT_TRUE(all) << toText(all.diagnostics().front());
    ASSERT_EQ(all->size(), 1U);
    const LaunchSchedule& schedule = all->front();
    EXPECT_EQ(schedule.sm, 3);
    EXPECT_EQ(schedule.fewestGroups, 1U);
    EXPECT_EQ(schedule.mostGroups, 2U);
    EXPECT_EQ(schedule.measuredGroups, 1U);
    EXPECT_EQ(schedule.simulated.size(), schedule.simulatedGroups) << "all that a multiprocessor has to run";
    ASSERT_EQ(schedule.comparison.compared, 1U);
    EXPECT_EQ(schedule.comparison.measured.medianCycles, 1000);
    const double simulated = schedule.comparison.simulated.medianCycles;
    EXPECT_GT(simulated, 0);
    EXPECT_DOUBLE_EQ(schedule.comparison.durationError, (simulated - 1000) / 1000);
}

TEST_F(LaunchScheduleTest, isOfTheSpecsDeviceUnlessAnotherIsAskedFor) {
    record_.device.name = "NVIDIA H200";
    EXPECT_EQ(fault(), "schedule.not-measured");
    ScheduleOptions any;
    any.anyDevice = true;
    EXPECT_EQ(fault(any), "none");
    ScheduleOptions named;
    named.device = "h200";
    EXPECT_EQ(fault(named), "none");
}

TEST_F(LaunchScheduleTest, isWrittenAsPictureJsonAndMarkdown) {
    const auto all = schedules();
    ASSERT_TRUE(all);
    const LaunchSchedule& schedule = all->front();
    const std::string svg = toScheduleSvg(schedule);
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    EXPECT_NE(svg.find("A &lt;fast&gt; GeForce 8800 GTX"), std::string::npos);
    EXPECT_NE(svg.find("<title>group 0: cycles 0 to 1000</title>"), std::string::npos);
    const auto json = nlohmann::json::parse(toJson(schedule).pretty());
    EXPECT_EQ(json["schema"], "warpstring.schedule/1");
    EXPECT_EQ(json["compared"], 1);
    EXPECT_EQ(json["measured"]["groups"][0], nlohmann::json::array({0, 0, 0, 1000}));
    EXPECT_TRUE(json["measured"]["starts_per_1000_cycles"].is_null());
    const std::string markdown = schedulesMarkdown(*all, "images/schedules");
    for (const std::string& cell : scheduleCells(schedule))
        EXPECT_NE(markdown.find("| " + cell + " |"), std::string::npos) << cell;
    EXPECT_NE(markdown.find("As it is.\n"), std::string::npos);
    EXPECT_NE(markdown.find("(images/schedules/" + pictureName(name_) + ")"), std::string::npos);
    EXPECT_EQ(schedulesMarkdown({}, "images"), "");
    EXPECT_EQ(pictureName("a/b,n=1 (x)"), "a-b,n=1--x-.svg");
}

TEST_F(LaunchScheduleTest, saysWhyThereIsNone) {
    EXPECT_EQ(fault({"another", records::CacheState::Warm}), "schedule.not-measured");
    EXPECT_EQ(fault({"", records::CacheState::Cold}), "schedule.not-measured");
    record_.warp.probeChangedCode = true;
    EXPECT_EQ(fault(), "schedule.probe-changed-code");
    record_.warp.stampedFraction = 0.25;
    EXPECT_EQ(fault(), "schedule.sampled");
    record_.warp.groupSpans.clear();
    EXPECT_EQ(fault(), "schedule.no-stamps");
    record_.status = records::MeasurementStatus::WrongOutput;
    EXPECT_EQ(fault(), "schedule.not-measured");
    name_ += "0";
    EXPECT_EQ(fault(), "schedule.unknown-launch");
    const auto two = launchSchedules(plan({"sweep"}, 2), {record_}, {});
    ASSERT_FALSE(two);
    EXPECT_EQ(two.diagnostics().front().code, "schedule.several-specs");
}

TEST_F(LaunchScheduleTest, needsEveryTripOfLoops) {
    write("long.cl", "__kernel void k(__global float* a, int n) {\n"
                     "  float sum = 0.0f;\n"
                     "  for (int i = 0; i < n; ++i) sum += a[i];\n"
                     "  a[get_global_id(0)] = sum;\n}\n");
    write("long.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"long.cl\"\n"
                       "global = [64]\nlocal = [64]\n[args]\n"
                       "a = { buffer = \"float\", count = 4096 }\nn = 4096\n");
    const auto file = files::readLaunchFile(folder_ / "long.toml");
    ASSERT_TRUE(file) << toText(file.diagnostics().front());
    record_.fingerprint = fingerprint(*records::resolve(file->launches[0]));
    ScheduleOptions options;
    options.mostOperations = 2000;
    const auto cut =
        launchSchedules(plan({"long"}), {record_}, {{file->launches[0].name, "", "", {}}}, options);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.diagnostics().front().code, "schedule.loops-extrapolated");
    EXPECT_TRUE(launchSchedules(plan({"long"}), {record_}, {{file->launches[0].name, "", "", {}}}));
}

} // namespace
} // namespace warpstring::schedule
