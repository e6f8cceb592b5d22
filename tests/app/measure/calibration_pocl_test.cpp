// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way on PoCL: measure in the small mode, fit, check the spec.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/records/probe_record.h"
#include "tests/app/program.h"

namespace warpstring::test {
namespace {

Outcome runProgram(const std::string& program, const std::vector<std::string>& words,
                   const Workspace& workspace) {
    return runAny({program,
                   words,
                   workspace.folder(),
                   {},
                   {"WARPSTRING_MEASURE=" WARPSTRING_MEASURE_TEST_PROGRAM},
                   std::chrono::seconds(180)});
}

TEST(CalibrationOnPocl, QuickGivesASpecThatPassesItsCheck) {
    const Workspace workspace;
    const auto calibrated = runProgram(WARPSTRING_PROGRAM,
                                       {"calibrate", "--device", "pocl", "--quick", "-o", "out.toml",
                                        "--probes-output", "probes.jsonl", "--name", "my-cpu"},
                                       workspace);
    ASSERT_EQ(calibrated.exit, 0) << calibrated.err << calibrated.ended;
    EXPECT_TRUE(calibrated.prints("not identified"));
    const auto checked = workspace.run({"spec", "check", "out.toml"});
    EXPECT_EQ(checked.exit, 0) << checked.err;
    EXPECT_EQ(workspace.run({"spec", "show", "./out.toml"}).exit, 0);

    const auto probes = records::readProbes(workspace.folder() / "probes.jsonl");
    ASSERT_TRUE(probes.ok());
    EXPECT_TRUE(probes->warnings.empty());
    std::size_t ok = 0, failed = 0;
    for (const records::ProbeRecord& probe : probes->probes) {
        ok += probe.status == records::ProbeStatus::Ok ? 1 : 0;
        failed += probe.status == records::ProbeStatus::Failed ? 1 : 0;
    }
    EXPECT_GT(ok, 40U);
    EXPECT_EQ(failed, 0U);

    // The same probes over a base; the base is another device, and is told to be complete by its own check.
    const auto based = workspace.run({"calibrate", "probes.jsonl", "--base",
                                      std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/nvidia-h200.toml", "-o",
                                      "based.toml", "-q"});
    EXPECT_EQ(based.exit, 0) << based.err;
    EXPECT_EQ(workspace.run({"spec", "check", "based.toml"}).exit, 0);
}

TEST(CalibrationOnPocl, TimeThatIsUpLeavesWhatThereIs) {
    const Workspace workspace;
    const auto measured =
        runProgram(WARPSTRING_MEASURE_TEST_PROGRAM,
                   {"--calibrate", "--quick", "--max-seconds", "0", "-o", "p.jsonl"}, workspace);
    EXPECT_EQ(measured.exit, 0) << measured.err;
    const auto probes = records::readProbes(workspace.folder() / "p.jsonl");
    ASSERT_TRUE(probes.ok());
    for (const records::ProbeRecord& probe : probes->probes)
        EXPECT_NE(probe.status, records::ProbeStatus::Failed) << probe.id;
}

TEST(CalibrationUsage, BadInputIsTold) {
    const Workspace workspace;
    workspace.write("none.jsonl", "{\"id\": \"a\"\n");
    const auto none = workspace.run({"calibrate", "none.jsonl"});
    EXPECT_EQ(none.exit, 3);
    EXPECT_TRUE(none.says("probes.no-header")) << none.err;
    EXPECT_EQ(workspace.run({"calibrate", "missing.jsonl"}).exit, 3);
    EXPECT_EQ(workspace.run({"calibrate", "none.jsonl", "--base", "missing.toml"}).exit, 3);
    EXPECT_EQ(workspace.run({"calibrate", "none.jsonl", "--device", "pocl"}).exit, 2);
    const auto device = runProgram(WARPSTRING_PROGRAM, {"calibrate", "--device", "no such device"}, workspace);
    EXPECT_EQ(device.exit, 3) << device.err;
    EXPECT_TRUE(device.says("measure.unknown-device")) << device.err;
    EXPECT_EQ(runProgram(WARPSTRING_MEASURE_TEST_PROGRAM, {"--calibrate", "plan.jsonl"}, workspace).exit, 2);
}

} // namespace
} // namespace warpstring::test
