// SPDX-License-Identifier: GPL-3.0-or-later
// A small kernel that is open in a session with a baseline, and can be edited.
#pragma once

#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/models/session/analysis_baseline.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui::test {

class EditedKernel : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("twice.cl", smallKernel);
        ASSERT_TRUE(session_.setSpec("nvidia-h200").empty());
        ASSERT_TRUE(session_.open(folder_.write("twice.toml", smallLaunch())).empty());
        settle();
    }
    /// Until everything that follows from the texts is there.
    virtual void settle() {
        session_.analyseNow();
        ASSERT_TRUE(QTest::qWaitFor([this] { return session_.state() != Session::State::Computing; }, 60000));
    }
    void edit(const std::string& comment) {
        session_.current()->setSourceText(smallKernel + comment);
        settle();
    }

    ScratchFolder folder_;
    Session session_;
    AnalysisBaseline baseline_{session_};
};

} // namespace warpstring::gui::test
