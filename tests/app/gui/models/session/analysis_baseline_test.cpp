// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis_baseline.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/app/gui/edited_kernel.h"

namespace warpstring::gui {

namespace {

class AnalysisBaselineTest : public test::EditedKernel {};

TEST_F(AnalysisBaselineTest, IsTheStateAtOpening) {
    const auto opened = session_.analysis();
    ASSERT_TRUE(opened);
    EXPECT_FALSE(baseline_.then()) << "it is what is shown";
    edit("// one\n");
    EXPECT_EQ(baseline_.then(), opened);
    edit("// two\n");
    EXPECT_EQ(baseline_.then(), opened) << "not the edit before";
    EXPECT_FALSE(baseline_.isPinned());
    ASSERT_TRUE(session_.setSpec("geforce-8800-gtx").empty());
    settle();
    EXPECT_EQ(baseline_.then(), opened) << "another device is a change, too";
}

TEST_F(AnalysisBaselineTest, IsWhatWasPinnedUntilItIsReset) {
    const auto opened = session_.analysis();
    edit("// one\n");
    const auto pinned = session_.analysis();
    const QSignalSpy changes(&baseline_, &AnalysisBaseline::changed);
    baseline_.pin();
    EXPECT_EQ(changes.size(), 1);
    EXPECT_TRUE(baseline_.isPinned());
    EXPECT_FALSE(baseline_.then());
    edit("// two\n");
    EXPECT_EQ(baseline_.then(), pinned);
    baseline_.reset();
    EXPECT_EQ(changes.size(), 2);
    EXPECT_EQ(baseline_.then(), opened);
    baseline_.reset();
    EXPECT_EQ(changes.size(), 2) << "there is nothing to reset";
}

TEST_F(AnalysisBaselineTest, AKernelWithErrorsIsNoBaseline) {
    const auto opened = session_.analysis();
    session_.current()->setSourceText("__kernel void twice(");
    settle();
    baseline_.pin();
    edit("// again\n");
    EXPECT_EQ(baseline_.then()->request.sourceText, opened->request.sourceText);
}

TEST_F(AnalysisBaselineTest, EachDocumentHasItsOwnAndBeginsAnewWhenItIsOpenedAgain) {
    const auto first = session_.analysis();
    folder_.write("other.cl", test::smallKernel);
    ASSERT_TRUE(session_.open(folder_.write("other.toml", test::smallLaunch("other.cl"))).empty());
    settle();
    EXPECT_FALSE(baseline_.then()) << "of this one nothing was before";
    session_.setCurrent(0);
    settle();
    EXPECT_EQ(baseline_.then(), first);
    session_.close(0);
    settle();
    ASSERT_TRUE(session_.open(folder_ / "twice.toml").empty());
    settle();
    EXPECT_FALSE(baseline_.then());
}

} // namespace

} // namespace warpstring::gui
