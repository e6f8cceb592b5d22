// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis_baseline.h"

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

class AnalysisBaselineTest : public testing::Test {
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
    }
    void edit(const std::string& comment) {
        session.current()->setSourceText(test::smallKernel + comment);
        settle();
    }

    test::ScratchFolder folder;
    Session session;
    AnalysisBaseline baseline{session};
};

TEST_F(AnalysisBaselineTest, IsTheStateAtOpening) {
    const auto opened = session.analysis();
    ASSERT_TRUE(opened);
    EXPECT_FALSE(baseline.then()) << "it is what is shown";
    edit("// one\n");
    EXPECT_EQ(baseline.then(), opened);
    edit("// two\n");
    EXPECT_EQ(baseline.then(), opened) << "not the edit before";
    EXPECT_FALSE(baseline.isPinned());
    ASSERT_TRUE(session.setSpec("geforce-8800-gtx").empty());
    settle();
    EXPECT_EQ(baseline.then(), opened) << "another device is a change, too";
}

TEST_F(AnalysisBaselineTest, IsWhatWasPinnedUntilItIsReset) {
    const auto opened = session.analysis();
    edit("// one\n");
    const auto pinned = session.analysis();
    const QSignalSpy changes(&baseline, &AnalysisBaseline::changed);
    baseline.pin();
    EXPECT_EQ(changes.size(), 1);
    EXPECT_TRUE(baseline.isPinned());
    EXPECT_FALSE(baseline.then());
    edit("// two\n");
    EXPECT_EQ(baseline.then(), pinned);
    baseline.reset();
    EXPECT_EQ(changes.size(), 2);
    EXPECT_EQ(baseline.then(), opened);
    baseline.reset();
    EXPECT_EQ(changes.size(), 2) << "there is nothing to reset";
}

TEST_F(AnalysisBaselineTest, AKernelWithErrorsIsNoBaseline) {
    const auto opened = session.analysis();
    session.current()->setSourceText("__kernel void twice(");
    settle();
    baseline.pin();
    edit("// again\n");
    EXPECT_EQ(baseline.then()->request.sourceText, opened->request.sourceText);
}

TEST_F(AnalysisBaselineTest, EachDocumentHasItsOwnAndBeginsAnewWhenItIsOpenedAgain) {
    const auto first = session.analysis();
    folder.write("other.cl", test::smallKernel);
    ASSERT_TRUE(session.open(folder.write("other.toml", test::smallLaunch("other.cl"))).empty());
    settle();
    EXPECT_FALSE(baseline.then()) << "of this one nothing was before";
    session.setCurrent(0);
    settle();
    EXPECT_EQ(baseline.then(), first);
    session.close(0);
    settle();
    ASSERT_TRUE(session.open(folder / "twice.toml").empty());
    settle();
    EXPECT_FALSE(baseline.then());
}

} // namespace

} // namespace warpstring::gui
