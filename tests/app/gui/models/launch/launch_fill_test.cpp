// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_fill.h"

#include <gtest/gtest.h>

#include "app/common/program_paths.h"
#include "core/files/launches/launch_sweep.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

class LaunchFill : public testing::Test {
protected:
    /// What the skeleton of a kernel's launch, or `text`, becomes.
    Result<std::string> fill(const std::string& kernel, const std::string& text = "") {
        source_ = folder_.write("k.cl", kernel);
        const auto spec = cli::loadSpec("nvidia-h200", cli::specFolders({}));
        EXPECT_TRUE(spec.ok());
        return fillLaunch(text.empty() ? launchSkeleton(source_) : text, {source_.string(), kernel}, *spec,
                          graphs_);
    }
    /// The launch that a text is.
    Result<Launch> launchOf(const std::string& text) {
        auto sweep = files::LaunchSweep::parse(text, folder_ / "k.toml");
        if (!sweep) return sweep.diagnostics();
        return sweep->at(0);
    }

    test::ScratchFolder folder_;
    std::filesystem::path source_;
    batch::GraphCache graphs_;
};

const std::string two = "__kernel void first(__global float* a, int n) {\n"
                        "    int i = get_global_id(0);\n"
                        "    if (i < n) a[i] = a[i] * 2.0f;\n"
                        "}\n"
                        "__kernel void second(__global float* a, __global int* b, float scale) {\n"
                        "    int i = get_global_id(0);\n"
                        "    b[i] = a[i] * scale;\n"
                        "}\n";

TEST_F(LaunchFill, OfASkeletonIsTheDraftOfTheFirstKernel) {
    const auto text = fill(two);
    ASSERT_TRUE(text.ok()) << toText(text.diagnostics().front());
    const auto launch = launchOf(*text);
    ASSERT_TRUE(launch.ok()) << *text;
    EXPECT_EQ(launch->kernel, "first");
    drafting::LaunchChoice first;
    first.kernel = "first";
    const auto spec = cli::loadSpec("nvidia-h200", cli::specFolders({}));
    const auto draft = drafting::draftLaunch({source_.string(), two}, first, *spec, graphs_, {});
    ASSERT_TRUE(draft.ok());
    EXPECT_EQ(*text, draft->text) << "as the command line drafts it";
}

TEST_F(LaunchFill, NamesThatNothingDefinesAreMacrosToCorrect) {
    const auto text = fill("__kernel void k(__global REAL* a) { a[get_global_id(0)] = TILE; }\n");
    ASSERT_TRUE(text.ok()) << toText(text.diagnostics().front());
    EXPECT_NE(text->find("REAL = \"float\"  # guessed: "), std::string::npos) << *text;
    EXPECT_TRUE(launchOf(*text).ok()) << *text;
}

TEST_F(LaunchFill, NamesThatDeclareWithinTheKernelAreTypes) {
    const auto text = fill("__kernel void k(__global float* a) {\n"
                           "    REAL sum = 0;\n"
                           "    for (int i = 0; i < COUNT; ++i) sum += a[i];\n"
                           "    a[get_global_id(0)] = sum;\n"
                           "}\n");
    ASSERT_TRUE(text.ok()) << toText(text.diagnostics().front());
    EXPECT_NE(text->find("REAL = \"float\"  # guessed: "), std::string::npos) << *text;
    EXPECT_NE(text->find("COUNT = 16"), std::string::npos) << *text;
    EXPECT_EQ(text->find("\nsum"), std::string::npos) << "it is declared once the type is there";
}

TEST_F(LaunchFill, KeepsWhatWasSaidAndItsComments) {
    const auto skeleton = launchSkeleton("k.cl");
    const auto text = fill(two, "# mine\n" + skeleton + "options = \"-DX=1\"\n[args]\nn = 5000 # rows\n");
    ASSERT_TRUE(text.ok()) << toText(text.diagnostics().front());
    EXPECT_TRUE(text->starts_with("# mine\n")) << *text;
    EXPECT_NE(text->find("n = 5000 # rows\n"), std::string::npos) << *text;
    EXPECT_NE(text->find("options = \"-DX=1\"\n"), std::string::npos) << *text;
    const auto launch = launchOf(*text);
    ASSERT_TRUE(launch.ok()) << *text;
    EXPECT_GE(launch->range.global[0], 5000U);
    EXPECT_EQ(std::get<std::int64_t>(std::get<ScalarArgument>(launch->arguments.at("n")).value), 5000);
}

TEST_F(LaunchFill, OfAnotherKernelHasItsArguments) {
    auto text = fill(two);
    ASSERT_TRUE(text.ok());
    text->replace(text->find("\"first\""), 7, "\"second\"");
    const auto other = fill(two, "# mine\n" + *text);
    ASSERT_TRUE(other.ok()) << toText(other.diagnostics().front());
    const auto launch = launchOf(*other);
    ASSERT_TRUE(launch.ok()) << *other << toText(launch.diagnostics().front());
    EXPECT_EQ(launch->kernel, "second");
    EXPECT_EQ(launch->arguments.size(), 3U);
    EXPECT_FALSE(launch->arguments.contains("n"));
    EXPECT_TRUE(other->starts_with("# mine\n"));
    EXPECT_EQ(other->find("loop ends"), std::string::npos);
    EXPECT_NE(other->find("scale = 1.0  # guessed: "), std::string::npos) << *other;
}

TEST_F(LaunchFill, WhatWasSaidForAnotherKernelDoesNotStandInTheWay) {
    const auto text = fill(two, test::smallLaunch("k.cl", "second") + "b = 3\na = 7\n");
    ASSERT_TRUE(text.ok()) << toText(text.diagnostics().front());
    for (const char* said : {"b = 3\n", "a = 7\n"}) // for a person to correct
        EXPECT_NE(text->find(said), std::string::npos) << *text;
    EXPECT_EQ(text->find("\nout ="), std::string::npos) << *text;
    EXPECT_NE(text->find("scale = 1.0"), std::string::npos) << *text;
}

TEST_F(LaunchFill, SaysEachCauseOnce) {
    const auto none = fill("int f(int x) { return x; }\n");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics().front().code, "frontend.no-kernel");
    std::string uses;
    for (int i = 0; i < 20; ++i) uses += "a[" + std::to_string(i) + "] = helper.x;\n";
    const auto missing = fill("#include \"helper.h\"\n__kernel void k(__global float* a) {\n" + uses + "}\n");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.diagnostics().front().code, "frontend.missing-headers");
    EXPECT_EQ(missing.diagnostics().size(), 1U);
}

TEST_F(LaunchFill, ReachesHeadersByTheOptionsThatTheTextNames) {
    folder_.write("include/helper.h", "#define TWICE(x) (2 * (x))\n");
    const std::string kernel = "#include \"helper.h\"\n"
                               "__kernel void k(__global int* a) { a[get_global_id(0)] = TWICE(3); }\n";
    const auto without = fill(kernel);
    EXPECT_FALSE(without.ok());
    const auto with =
        fill(kernel, launchSkeleton("k.cl") + "options = \"-I " + (folder_ / "include").string() + "\"\n");
    ASSERT_TRUE(with.ok()) << toText(with.diagnostics().front());
    EXPECT_TRUE(launchOf(*with).ok()) << *with;
}

} // namespace

} // namespace warpstring::gui
