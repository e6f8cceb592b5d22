// SPDX-License-Identifier: GPL-3.0-or-later
// The space follows the texts of the session until a person edits it.
#include "app/gui/models/tune/tune_space.h"

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"
#include "tests/app/gui/tuned_kernel.h"
#include "tuning/search/derived_space.h"
#include "tuning/search/kernel_rewriter.h"

namespace warpstring::gui {

namespace {

class TuneSpaceTest : public testing::Test {
protected:
    void open(const std::string& more) {
        folder_.write("stride.cl", test::strideKernel);
        ASSERT_TRUE(session_.setSpec("nvidia-h200").empty());
        session_.open(folder_.write("stride.toml", test::strideLaunch(more)));
        settle();
    }
    void settle() {
        session_.analyseNow();
        ASSERT_TRUE(QTest::qWaitFor([this] { return session_.state() != Session::State::Computing; }, 60'000));
        space_.setInputs(tuneInputs(session_));
        ASSERT_TRUE(QTest::qWaitFor([this] { return !space_.busy(); }, 60'000));
    }
    test::ScratchFolder folder_;
    Session session_;
    TuneSpace space_;
};

TEST_F(TuneSpaceTest, IsThatOfTheLaunchAsEdited) {
    open(test::strideTune);
    EXPECT_EQ(space_.form().origin, search::SpaceOrigin::Tune);
    ASSERT_TRUE(space_.isGood());
    EXPECT_EQ(space_.counts()->combinations, 12U);
    session_.current()->setLaunchText(test::strideLaunch("\n[tune]\nSTRIDE = [1, 2]\n"));
    settle();
    EXPECT_EQ(space_.counts()->combinations, 2U) << "not saved, and followed";
    session_.current()->setLaunchText(test::strideLaunch("\n[tune]\nNOTHING = [1, 2]\n"));
    settle();
    EXPECT_FALSE(space_.isGood());
    ASSERT_EQ(space_.form().rows.size(), 1U);
    EXPECT_FALSE(space_.form().rows[0].fault.empty());
}

TEST_F(TuneSpaceTest, IsDerivedWhereTheLaunchListsNone) {
    open("");
    EXPECT_EQ(space_.form().origin, search::SpaceOrigin::Derived);
    ASSERT_TRUE(space_.isGood());
    ASSERT_FALSE(space_.form().rows.empty());
    EXPECT_EQ(space_.form().rows.front().name, "local");
    EXPECT_TRUE(space_.form().rows.front().isOn);
    const bool hasRewrites = std::any_of(space_.form().rows.begin(), space_.form().rows.end(),
                                         [](const SpaceRow& row) { return row.name.starts_with("rewrite."); });
    EXPECT_TRUE(hasRewrites);
    const TuneInputs inputs = *tuneInputs(session_);
    transform::RewriteOptions options;
    options.addressBits = inputs.analysis->spec().device.addressBits;
    const auto commands =
        search::deriveSpace(inputs.launch, *inputs.analysis->pdg, inputs.analysis->launch(),
                            {inputs.analysis->spec()}, search::rewritesToTry(inputs.kernelText(), options));
    ASSERT_TRUE(commands);
    EXPECT_EQ(space_.counts()->combinations, commands->combinations()) << "as the command searches it";
    EXPECT_GT(commands->combinations(), space_.form().rows.size()) << "rewrites among them";
}

TEST_F(TuneSpaceTest, EditsOfTheFormStayOverEditsOfTheTexts) {
    open(test::strideTune);
    space_.table().setData(space_.table().index(0, SpaceTable::Values), QStringLiteral("1, 2, 3"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !space_.busy(); }, 60'000));
    EXPECT_TRUE(space_.isEdited());
    EXPECT_EQ(space_.counts()->combinations, 9U);
    session_.current()->setLaunchText(test::strideLaunch("\n[tune]\nSTRIDE = [1, 2]\n"));
    settle();
    EXPECT_EQ(space_.counts()->combinations, 9U);
    space_.readAgain();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !space_.busy(); }, 60'000));
    EXPECT_EQ(space_.counts()->combinations, 2U);
    space_.setInputs(std::nullopt);
    EXPECT_TRUE(space_.form().rows.empty()) << "nothing is open";
}

} // namespace

} // namespace warpstring::gui
