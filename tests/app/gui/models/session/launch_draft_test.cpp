// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/launch_draft.h"

#include <gtest/gtest.h>

#include "core/files/launches/launch_sweep.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/app/gui/scratch_folder.h"
#include "tests/sample_files.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;
using test::smallKernel;
using test::smallLaunch;
using test::textOf;

std::vector<std::filesystem::path> sampleSources() {
    std::vector<std::filesystem::path> sources;
    const auto root = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
        if (entry.path().extension() == ".cl" && !warpstring::test::isOfFieldSet(entry.path()))
            sources.push_back(entry.path());
    std::sort(sources.begin(), sources.end());
    return sources;
}

TEST(LaunchDraft, OfEverySampleIsALaunchThatIsSimulatedOrRefusedWithAReason) {
    const auto sources = sampleSources();
    ASSERT_GT(sources.size(), 15U);
    const auto spec = cli::loadSpec("geforce-8800-gtx", cli::specFolders({}));
    ASSERT_TRUE(spec.ok());
    std::size_t simulated = 0;
    for (const auto& source : sources) {
        const std::string text = textOf(source);
        const auto draft = draftLaunch(source, text);
        if (!draft) { // a source that needs macros does not compile without them
            EXPECT_TRUE(hasErrors(draft.diagnostics())) << source;
            EXPECT_FALSE(draft.diagnostics().front().code.empty()) << source;
            continue;
        }
        auto path = source;
        auto sweep = files::LaunchSweep::parse(*draft, path.replace_extension(".toml"));
        ASSERT_TRUE(sweep.ok()) << source << ": " << toText(sweep.diagnostics().front()) << "\n" << *draft;
        EXPECT_EQ(sweep->count(), 1U);
        const auto launch = sweep->at(0);
        ASSERT_TRUE(launch.ok()) << source << ": " << toText(launch.diagnostics().front()) << "\n" << *draft;
        EXPECT_TRUE(std::filesystem::equivalent(launch->source, source));
        AnalysisRequest request;
        request.launch = *launch;
        request.sourceText = text;
        request.spec = std::make_shared<const HardwareSpec>(*spec);
        request.threshold = 1 << 12; // some of the guesses make long loops
        batch::GraphCache graphs;
        const auto analysis = analyse(request, graphs);
        if (analysis) {
            ++simulated;
            EXPECT_GE((*analysis)->simulation.kernelTimeUs(), 0) << source;
            EXPECT_FALSE((*analysis)->tokens.empty() && text.find('=') != std::string::npos) << source;
        } else {
            EXPECT_TRUE(hasErrors(analysis.diagnostics())) << source;
            EXPECT_FALSE(analysis.diagnostics().front().hint.empty()) << source;
        }
    }
    EXPECT_GT(simulated, sources.size() / 2);
}

TEST(LaunchDraft, HasADimensionForEachThatTheKernelAsksFor) {
    const ScratchFolder folder;
    for (const auto& [asked, dimensions] : {std::pair{"0", 1U}, std::pair{"1", 2U}, std::pair{"2", 3U}}) {
        const std::string kernel =
            "__kernel void k(__global float* out) { out[get_global_id(" + std::string(asked) + ")] = 1.0f; }\n";
        const auto draft = draftLaunch(folder.write("k.cl", kernel), kernel);
        ASSERT_TRUE(draft.ok());
        auto sweep = files::LaunchSweep::parse(*draft, folder / "k.toml");
        ASSERT_TRUE(sweep.ok()) << *draft;
        const auto launch = sweep->at(0);
        ASSERT_TRUE(launch.ok()) << *draft;
        EXPECT_EQ(launch->range.dimensions, static_cast<int>(dimensions));
    }
}

TEST(LaunchDraft, GivesEveryKindOfArgument) {
    const ScratchFolder folder;
    const std::string kernel =
        "__kernel void k(__global const float* a, __constant float* b, __global uint* c, __local float* d,\n"
        "                int n, float x, uchar small, ulong items) {\n"
        "    d[get_local_id(0)] = b[0] * x;\n"
        "    c[get_global_id(0)] = n + small + (uint)items + (uint)a[0] + (uint)d[0];\n}\n";
    const auto draft = draftLaunch(folder.write("k.cl", kernel), kernel);
    ASSERT_TRUE(draft.ok()) << toText(draft.diagnostics().front());
    auto sweep = files::LaunchSweep::parse(*draft, folder / "k.toml");
    ASSERT_TRUE(sweep.ok()) << *draft;
    const auto launch = sweep->at(0);
    ASSERT_TRUE(launch.ok()) << toText(launch.diagnostics().front()) << *draft;
    EXPECT_EQ(launch->arguments.size(), 8U);
}

TEST(LaunchDraft, NamesNoValueAsAnArgumentIsNamed) {
    const ScratchFolder folder;
    for (const char* arguments : {"__global float* n", "__global float* n, __global float* items",
                                  "float n, __global float* size, int items, int side", "int n, uint size",
                                  "__global float* a, int n, int items"}) {
        const std::string kernel = std::string("__kernel void k(") + arguments + ") {}\n";
        const auto draft = draftLaunch(folder.write("k.cl", kernel), kernel);
        ASSERT_TRUE(draft.ok()) << kernel;
        auto sweep = files::LaunchSweep::parse(*draft, folder / "k.toml");
        ASSERT_TRUE(sweep.ok()) << *draft;
        const auto launch = sweep->at(0);
        EXPECT_TRUE(launch.ok()) << toText(launch.diagnostics().front()) << *draft;
    }
}

TEST(LaunchDraft, FailsWithTheReasonWhereThereIsNoKernel) {
    const auto none = draftLaunch("/tmp/k.cl", "int f(int x) { return x; }\n");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics().front().code, "frontend.no-kernel");
    const auto empty = draftLaunch("/tmp/k.cl", "");
    ASSERT_FALSE(empty.ok());
    EXPECT_EQ(empty.diagnostics().front().code, "frontend.no-kernel");
    const auto broken = draftLaunch("/tmp/k.cl", "__kernel void k(");
    ASSERT_FALSE(broken.ok());
    EXPECT_EQ(broken.diagnostics().front().code, "frontend.compile");
}

TEST(LaunchFilesOfASource, AreThoseThatNameItSweepsLast) {
    const ScratchFolder folder;
    const auto source = folder.write("twice.cl", smallKernel);
    folder.write("a-sweep.toml", smallLaunch() + "\n[sweep]\nn = [256, 512]\n");
    folder.write("b.toml", smallLaunch());
    folder.write("a.toml", smallLaunch("./twice.cl"));
    folder.write("of-another.toml", smallLaunch("another.cl"));
    folder.write("broken.toml", "kernel = ");
    const std::vector<std::filesystem::path> expected{folder / "a.toml", folder / "b.toml",
                                                      folder / "a-sweep.toml"};
    EXPECT_EQ(launchFilesOf(source), expected);
    EXPECT_TRUE(launchFilesOf(folder / "nowhere/k.cl").empty());
}

} // namespace

} // namespace warpstring::gui
