// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/plan_request.h"

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;

TEST(PlanRequest, HoldsEveryLaunchOnEverySpec) {
    const ScratchFolder folder;
    folder.write("twice.cl", test::smallKernel);
    PlanRequest request;
    request.launches = {folder.write("a.toml", test::smallLaunch()),
                        folder.write("below/b.toml", test::smallLaunch("../twice.cl")).parent_path()};
    request.specs = {"geforce-8800-gtx", "tesla-c1060"};
    const OpenedPlan opened = openPlan(request);
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_EQ(opened.plan.rows(), 4U) << "a file and the one of a folder";
    ASSERT_EQ(opened.clockMhz.size(), 2U);
    for (const HardwareSpec& spec : opened.plan.specs())
        EXPECT_EQ(opened.clockMhz.at(spec.name), spec.execution.clockMhz);
}

TEST(PlanRequest, WhatCannotBeOpenedKeepsNoOtherFromBeingSeen) {
    const ScratchFolder folder;
    PlanRequest request;
    request.launches = {folder / "absent.toml", folder.write("a.toml", test::smallLaunch()),
                        folder.write("faulty.toml", "schema = ")};
    request.specs = {"no-such-gpu", "tesla-c1060"};
    const OpenedPlan opened = openPlan(request);
    EXPECT_EQ(opened.plan.rows(), 1U);
    for (const std::string_view name : {"absent.toml", "faulty.toml"})
        EXPECT_TRUE(std::any_of(opened.diagnostics.begin(), opened.diagnostics.end(),
                                [&](const Diagnostic& fault) { return fault.place.file.ends_with(name); }))
            << name;
    EXPECT_EQ(opened.clockMhz.size(), 1U);
}

TEST(PlanRequest, TextsAndSpecsThatAreEditedComeFirst) {
    const ScratchFolder folder;
    folder.write("twice.cl", test::smallKernel);
    PlanRequest request;
    const auto file = folder.write("a.toml", test::smallLaunch());
    request.launches = {file.parent_path()};
    request.specs = {"tesla-c1060"};
    request.edited.launchFiles[file] = test::smallLaunch() + "\n[macros]\nTILE = 1\n[sweep]\nTILE = [1, 2]\n";
    request.edited.sources[file.parent_path() / "twice.cl"] = "// edited\n";
    auto spec = std::make_shared<HardwareSpec>(openPlan({{}, {"tesla-c1060"}, {}, {}, {}, 0}).plan.specs()[0]);
    spec->execution.clockMhz = 1;
    request.edited.specs["tesla-c1060"] = spec;
    const OpenedPlan opened = openPlan(request);
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_EQ(opened.plan.rows(), 2U) << "the sweep is in the edited text alone";
    EXPECT_EQ(opened.plan.specs()[0].execution.clockMhz, 1);
    EXPECT_EQ(opened.clockMhz.begin()->second, 1);
    const std::string* source = opened.plan.editedSource(file.parent_path() / "." / "twice.cl");
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(*source, "// edited\n");
    EXPECT_EQ(opened.plan.editedSource(folder / "other.cl"), nullptr);
    EXPECT_EQ(namesOf(request.edited), "twice.cl, a.toml, tesla-c1060");

    request.launches = {file};
    request.edited.launchFiles[file] = "schema = ";
    const OpenedPlan faulty = openPlan(request);
    EXPECT_EQ(faulty.plan.rows(), 0U) << "what is saved is not what is edited";
    EXPECT_FALSE(faulty.diagnostics.empty());
}

TEST(PlanRequest, OfNothingIsAnEmptyPlan) {
    const OpenedPlan opened = openPlan({});
    EXPECT_EQ(opened.plan.rows(), 0U);
    EXPECT_TRUE(opened.diagnostics.empty());
}

TEST(PlanRequest, ItsWordsAreThoseOfTheCommandLine) {
    PlanRequest request;
    EXPECT_EQ(planArguments(request), "");
    request.launches = {"samples/scan", "my kernels/a.toml"};
    request.specs = {"nvidia-h200", "b"};
    EXPECT_EQ(planArguments(request), " samples/scan 'my kernels/a.toml' -s nvidia-h200 -s b");
    request.specFolder = "own specs";
    request.settings.options = "-DN=4 -DT=float";
    request.settings.sourceShape = true;
    EXPECT_TRUE(
        planArguments(request).ends_with(" -s b --spec-dir 'own specs' -O '-DN=4 -DT=float' --source-shape"))
        << planArguments(request);
}

TEST(PlanRequest, ACoreIsLeftToTheWindowUnlessJobsAreChosen) {
    PlanRequest request;
    EXPECT_GE(jobsOf(request), 1);
    request.jobs = 5;
    EXPECT_EQ(jobsOf(request), 5);
}

} // namespace

} // namespace warpstring::gui
