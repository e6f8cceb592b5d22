// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/kernel_diff.h"

#include <QTest>
#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using Of = DiffChoice::Of;
constexpr auto left = DiffSide::Left, right = DiffSide::Right;

class KernelDiffTest : public testing::Test {
protected:
    void SetUp() override {
        folder.write("twice.cl", test::smallKernel);
        ASSERT_TRUE(session.setSpec("nvidia-h200").empty());
        ASSERT_TRUE(session.open(folder.write("twice.toml", test::smallLaunch())).empty());
        settle();
    }
    void settle() {
        session.analyseNow();
        ASSERT_TRUE(QTest::qWaitFor([this] { return session.state() != Session::State::Computing; }, 60000));
        ASSERT_TRUE(QTest::qWaitFor([this] { return !diff.busy(); }, 60000));
    }
    void edit(const std::string& comment) {
        session.current()->setSourceText(test::smallKernel + comment);
        settle();
    }
    const std::string& textOf(DiffSide side) { return diff.analysis(side)->request.sourceText; }

    test::ScratchFolder folder;
    Session session;
    AnalysisBaseline baseline{session};
    KernelDiff diff{session, baseline};
};

TEST_F(KernelDiffTest, BeginsWithTheBaselineBesideWhatIsShown) {
    EXPECT_EQ(diff.analysis(left), session.analysis()) << "nothing was edited";
    EXPECT_EQ(diff.analysis(right), session.analysis());
    edit("// edited\n");
    EXPECT_EQ(textOf(left), test::smallKernel);
    EXPECT_EQ(textOf(right), test::smallKernel + "// edited\n") << "which is not saved";
    EXPECT_EQ(diff.title(left), QStringLiteral("twice at opening on nvidia-h200"));
    baseline.pin();
    EXPECT_EQ(textOf(left), textOf(right));
}

TEST_F(KernelDiffTest, ASideHasADeviceOfItsOwn) {
    diff.choose(left, {Of::Current, {}, 0, "nvidia-a100"});
    EXPECT_TRUE(diff.busy());
    settle();
    ASSERT_TRUE(diff.complete());
    EXPECT_EQ(diff.analysis(left)->spec().name, "nvidia-a100");
    EXPECT_EQ(diff.analysis(right)->spec().name, "nvidia-h200");
    edit("// edited\n");
    EXPECT_EQ(textOf(left), textOf(right)) << "it follows edits";
    EXPECT_EQ(diff.title(left), QStringLiteral("twice on nvidia-a100"));
    diff.swap();
    settle();
    EXPECT_EQ(diff.analysis(right)->spec().name, "nvidia-a100");
}

TEST_F(KernelDiffTest, AFileIsReadOrTakenAsItIsEdited) {
    folder.write("other.cl", test::smallKernel + "// other\n");
    const auto other = folder.write("other.toml", test::smallLaunch("other.cl"));
    diff.choose(left, {Of::File, other, 0, {}});
    settle();
    ASSERT_TRUE(diff.complete());
    EXPECT_EQ(textOf(left), test::smallKernel + "// other\n");
    ASSERT_TRUE(session.open(other).empty());
    session.current()->setSourceText(test::smallKernel + "// other edited\n");
    settle();
    EXPECT_EQ(textOf(left), test::smallKernel + "// other edited\n");
}

TEST_F(KernelDiffTest, AFileOfASourceThatIsEditedElsewhereTakesTheEdit) {
    const auto wide = folder.write("wide.toml", test::smallLaunch() + "\n[sweep]\nn = [65536, 131072]\n");
    diff.choose(left, {Of::File, wide, 1, {}});
    edit("// edited\n");
    EXPECT_EQ(textOf(left), test::smallKernel + "// edited\n");
    EXPECT_EQ(diff.analysis(left)->launch().range.global[0], 131072U) << "the second launch of the sweep";
}

TEST_F(KernelDiffTest, AKernelAloneIsDrafted) {
    folder.write("alone/bare.cl", test::smallKernel);
    diff.choose(left, {Of::File, folder / "alone/bare.cl", 0, {}});
    settle();
    ASSERT_TRUE(diff.complete());
    EXPECT_EQ(diff.analysis(left)->launch().kernel, "twice");
}

TEST_F(KernelDiffTest, SaysWhatCannotBeAnalysed) {
    diff.choose(left, {Of::File, folder / "gone.toml", 0, {}});
    EXPECT_FALSE(diff.complete());
    EXPECT_TRUE(hasErrors(diff.faults(left)));
    diff.choose(left, {Of::Current, {}, 0, "no-such-device"});
    EXPECT_TRUE(hasErrors(diff.faults(left)));
    diff.choose(left, {Of::File, folder.write("wrong.toml", "schema = 1"), 0, {}});
    settle();
    EXPECT_TRUE(hasErrors(diff.faults(left)));
    diff.choose(left, {Of::Current, {}, 0, {}});
    EXPECT_TRUE(diff.complete());
    EXPECT_TRUE(diff.faults(left).empty());
}

TEST_F(KernelDiffTest, WhatNobodySeesIsTakenLater) {
    diff.setSeen(false);
    edit("// edited\n");
    EXPECT_EQ(textOf(right), test::smallKernel);
    diff.setSeen(true);
    EXPECT_EQ(textOf(right), test::smallKernel + "// edited\n");
}

} // namespace

} // namespace warpstring::gui
