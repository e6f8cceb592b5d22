// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/kernel_diff.h"

#include "tests/app/gui/edited_kernel.h"

namespace warpstring::gui {

namespace {

using Of = DiffChoice::Of;
constexpr auto left = DiffSide::Left, right = DiffSide::Right;

class KernelDiffTest : public test::EditedKernel {
protected:
    void settle() override {
        EditedKernel::settle();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !diff_.busy(); }, 60000));
    }
    const std::string& textOf(DiffSide side) { return diff_.analysis(side)->request.sourceText; }

    KernelDiff diff_{session_, baseline_};
};

TEST_F(KernelDiffTest, BeginsWithTheBaselineBesideWhatIsShown) {
    EXPECT_EQ(diff_.analysis(left), session_.analysis()) << "nothing was edited";
    EXPECT_EQ(diff_.analysis(right), session_.analysis());
    edit("// edited\n");
    EXPECT_EQ(textOf(left), test::smallKernel);
    EXPECT_EQ(textOf(right), test::smallKernel + "// edited\n") << "which is not saved";
    EXPECT_EQ(diff_.title(left), QStringLiteral("twice at opening on nvidia-h200"));
    baseline_.pin();
    EXPECT_EQ(textOf(left), textOf(right));
}

TEST_F(KernelDiffTest, ASideHasADeviceOfItsOwn) {
    diff_.choose(left, {Of::Current, {}, 0, "nvidia-a100"});
    EXPECT_TRUE(diff_.busy());
    settle();
    ASSERT_TRUE(diff_.complete());
    EXPECT_EQ(diff_.analysis(left)->spec().name, "nvidia-a100");
    EXPECT_EQ(diff_.analysis(right)->spec().name, "nvidia-h200");
    edit("// edited\n");
    EXPECT_EQ(textOf(left), textOf(right)) << "it follows edits";
    EXPECT_EQ(diff_.title(left), QStringLiteral("twice on nvidia-a100"));
    diff_.swap();
    settle();
    EXPECT_EQ(diff_.analysis(right)->spec().name, "nvidia-a100");
}

TEST_F(KernelDiffTest, AFileIsReadOrTakenAsItIsEdited) {
    folder_.write("other.cl", test::smallKernel + "// other\n");
    const auto other = folder_.write("other.toml", test::smallLaunch("other.cl"));
    diff_.choose(left, {Of::File, other, 0, {}});
    settle();
    ASSERT_TRUE(diff_.complete());
    EXPECT_EQ(textOf(left), test::smallKernel + "// other\n");
    ASSERT_TRUE(session_.open(other).empty());
    session_.current()->setSourceText(test::smallKernel + "// other edited\n");
    settle();
    EXPECT_EQ(textOf(left), test::smallKernel + "// other edited\n");
}

TEST_F(KernelDiffTest, AFileOfASourceThatIsEditedElsewhereTakesTheEdit) {
    const auto wide = folder_.write("wide.toml", test::smallLaunch() + "\n[sweep]\nn = [65536, 131072]\n");
    diff_.choose(left, {Of::File, wide, 1, {}});
    edit("// edited\n");
    EXPECT_EQ(textOf(left), test::smallKernel + "// edited\n");
    EXPECT_EQ(diff_.analysis(left)->launch().range.global[0], 131072U) << "the second launch of the sweep";
}

TEST_F(KernelDiffTest, AKernelAloneIsDrafted) {
    folder_.write("alone/bare.cl", test::smallKernel);
    diff_.choose(left, {Of::File, folder_ / "alone/bare.cl", 0, {}});
    settle();
    ASSERT_TRUE(diff_.complete());
    EXPECT_EQ(diff_.analysis(left)->launch().kernel, "twice");
}

TEST_F(KernelDiffTest, SaysWhatCannotBeAnalysed) {
    diff_.choose(left, {Of::File, folder_ / "gone.toml", 0, {}});
    EXPECT_FALSE(diff_.complete());
    EXPECT_TRUE(hasErrors(diff_.faults(left)));
    diff_.choose(left, {Of::Current, {}, 0, "no-such-device"});
    EXPECT_TRUE(hasErrors(diff_.faults(left)));
    diff_.choose(left, {Of::File, folder_.write("wrong.toml", "schema = 1"), 0, {}});
    settle();
    EXPECT_TRUE(hasErrors(diff_.faults(left)));
    diff_.choose(left, {Of::Current, {}, 0, {}});
    EXPECT_TRUE(diff_.complete());
    EXPECT_TRUE(diff_.faults(left).empty());
}

TEST_F(KernelDiffTest, WhatNobodySeesIsTakenLater) {
    diff_.setSeen(false);
    edit("// edited\n");
    EXPECT_EQ(textOf(right), test::smallKernel);
    diff_.setSeen(true);
    EXPECT_EQ(textOf(right), test::smallKernel + "// edited\n");
}

} // namespace

} // namespace warpstring::gui
