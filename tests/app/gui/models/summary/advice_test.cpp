// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/advice_rows.h"
#include "app/gui/models/summary/advice_runner.h"

#include <QSignalSpy>
#include <QTest>

#include "app/common/program_paths.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

using advice::CauseKind;

std::vector<std::string> textsOf(const std::vector<AdviceRow>& rows) {
    std::vector<std::string> texts;
    texts.reserve(rows.size());
    for (const AdviceRow& row : rows) texts.push_back(row.text.toStdString());
    return texts;
}

advice::Cause causeAt(CauseKind kind, int line, const std::string& subject) {
    advice::Cause cause;
    cause.kind = kind;
    cause.place.at.line = line;
    cause.subject = subject;
    return cause;
}

TEST(AdviceRows, HavePartsAndRemediesBeneathTheirFinding) {
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    advice::Advice advice;
    advice.timeUs = 100;
    advice::Finding conflicts{CauseKind::BankConflicts, 70, 0.3, {}, {}};
    conflicts.parts = {{causeAt(CauseKind::BankConflicts, 25, "store shared"), 80, 0.2},
                       {causeAt(CauseKind::BankConflicts, 41, "store shared"), 99.9, 0.001}};
    conflicts.remedies = {{"pad-rows", "pad the rows by one word", {}, {}}};
    advice::Finding bandwidth{CauseKind::DramBandwidth, 90, 0.1, {}, {}};
    advice::Finding barriers{CauseKind::Barrier, 97, 0.03, {}, {}};
    advice.findings = {conflicts, bandwidth, barriers};
    const AdviceRows rows = adviceRows(*analysis, advice);
    const auto texts = textsOf(rows.ofKernel);
    ASSERT_EQ(texts.size(), 3U) << "a part that is nothing is left out";
    EXPECT_EQ(rows.ofKernel[0].kind, AdviceRow::Kind::Finding);
    EXPECT_EQ(rows.ofKernel[0].timeUs, 70);
    EXPECT_EQ(rows.ofKernel[1].kind, AdviceRow::Kind::Part);
    EXPECT_EQ(rows.ofKernel[1].text, QString::fromStdString(nameOf(conflicts.parts[0].cause)));
    EXPECT_TRUE(rows.ofKernel[1].focus.hasLine(25));
    EXPECT_FALSE(rows.ofKernel[1].focus.hasLine(41));
    EXPECT_EQ(texts[2], "pad the rows by one word");
    EXPECT_EQ(rows.ofDevice.size(), 1U);
    EXPECT_EQ(rows.ofDevice[0].gain, 0.1);
    EXPECT_TRUE(rows.belowError.contains(QStringLiteral("Barrier 3.0 %"))) << rows.belowError.toStdString();
    EXPECT_TRUE(rows.heading.contains(QStringLiteral("70.0 us"))) << rows.heading.toStdString();
}

TEST(AdviceRows, SayThatNothingIsWorthIt) {
    const auto analysis = test::analysisOfKernel(test::smallKernel, "nvidia-h200");
    const AdviceRows rows = adviceRows(*analysis, advice::Advice());
    EXPECT_TRUE(rows.ofKernel.empty());
    EXPECT_TRUE(rows.heading.contains(QStringLiteral("5.0 %"))) << rows.heading.toStdString();
}

class AdviceRunnerTest : public testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&runner_, &AdviceRunner::finished, &runner_,
                         [this](const SharedAdvice& advice) { came_.push_back(advice); });
    }
    bool wait() {
        return QTest::qWaitFor([this] { return !runner_.running(); }, 60000);
    }

    AdviceRunner runner_;
    std::vector<SharedAdvice> came_;
};

TEST_F(AdviceRunnerTest, GivesWhatAdviseGives) {
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    runner_.start(analysis);
    EXPECT_TRUE(runner_.running());
    EXPECT_TRUE(came_.empty()) << "start does not compute";
    ASSERT_TRUE(wait());
    ASSERT_EQ(came_.size(), 1U);
    advice::AdviceOptions options;
    options.ratioError = accuracy::recordedRatioError("nvidia-h200", cli::accuracyFolder()).errors.median;
    EXPECT_GT(options.ratioError, accuracy::assumedRatioError) << "the record of the device is read";
    const auto direct =
        advice::advise({*analysis->pdg, analysis->launch(), analysis->spec(), analysis->simulation}, options);
    EXPECT_DOUBLE_EQ(came_.front()->leastGain, direct.leastGain);
    ASSERT_EQ(came_[0]->findings.size(), direct.findings.size());
    EXPECT_FALSE(direct.findings.empty());
    for (std::size_t i = 0; i < direct.findings.size(); ++i) {
        EXPECT_EQ(came_[0]->findings[i].kind, direct.findings[i].kind);
        EXPECT_DOUBLE_EQ(came_[0]->findings[i].timeUs, direct.findings[i].timeUs);
    }
}

TEST_F(AdviceRunnerTest, WhatIsOutdatedIsNeverHeardOf) {
    const auto first = test::analysisOf("scan/scan-init", "nvidia-h200");
    const auto second = test::analysisOfKernel(test::smallKernel, "nvidia-h200");
    runner_.start(first);
    runner_.start(second);
    ASSERT_TRUE(wait());
    QTest::qWait(50);
    ASSERT_EQ(came_.size(), 1U);
    EXPECT_DOUBLE_EQ(came_[0]->timeUs, second->simulation.kernelTimeUs());
    runner_.start(first);
    runner_.start(nullptr);
    EXPECT_FALSE(runner_.running());
    QTest::qWait(50);
    EXPECT_EQ(came_.size(), 1U);
}

} // namespace

} // namespace warpstring::gui
