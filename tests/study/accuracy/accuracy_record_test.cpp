// SPDX-License-Identifier: GPL-3.0-or-later
// The guard: what is worse, what is better, and by how much it may be.
#include <gtest/gtest.h>

#include "study/accuracy/accuracy_record.h"
#include "study/accuracy/assessment_markdown.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::accuracy {
namespace {

Assessment made() {
    return std::move(
               assess(comparison::madeUpComparison(), comparison::madeUpSets(), records::CacheState::Warm))
        .value();
}

class AccuracyGuard : public testing::Test {
protected:
    /// The recorded figure.
    double& recorded(const std::string& of, const std::string& metric,
                     records::Quantity quantity = records::Quantity::KernelTime) {
        for (AccuracyFigure& figure : then_.figures)
            if (figure.of == of && figure.metric == metric && figure.quantity == quantity) return figure.value;
        ADD_FAILURE() << "no figure " << metric << " of " << of;
        return then_.figures.front().value;
    }
    std::vector<std::string> findings() const {
        std::vector<std::string> codes;
        for (const Diagnostic& finding : guard(now_, then_, "record.json")) {
            EXPECT_EQ(finding.place.file, "record.json");
            EXPECT_FALSE(finding.hint.empty());
            EXPECT_EQ(finding.severity == Severity::Note, finding.code == "accuracy.better");
            codes.push_back(finding.code);
        }
        return codes;
    }

    const AccuracyRecord now_ = recordOf(made(), 0.01);
    AccuracyRecord then_ = now_;
};

using Codes = std::vector<std::string>;

TEST_F(AccuracyGuard, findsNothingInWhatIsTheSame) { EXPECT_EQ(findings(), Codes{}); }

TEST_F(AccuracyGuard, allowsTheMargin) {
    recorded("all", "mape") -= 0.009;
    recorded("all", "within_20_percent") += 0.009;
    EXPECT_EQ(findings(), Codes{});
}

TEST_F(AccuracyGuard, findsErrorsThatGrew) {
    recorded("all", "mape") -= 0.011;
    EXPECT_EQ(findings(), Codes{"accuracy.worse"});
    const auto text = toText(guard(now_, then_, "record.json").front());
    EXPECT_NE(text.find("MAPE of all, kernel time: 53.9 % recorded, 55.0 % now"), std::string::npos) << text;
}

TEST_F(AccuracyGuard, findsSharesAndRankingsThatShrank) {
    recorded("all-of-a", "within_10_percent", records::Quantity::WarpLatency) += 0.02;
    recorded("all-of-a", "best_picked") += 0.5;
    recorded("all-of-a", "least_tau") += 0.5;
    EXPECT_EQ(findings(), (Codes{"accuracy.worse", "accuracy.worse", "accuracy.worse"}));
}

TEST_F(AccuracyGuard, takesNoteOfWhatIsBetter) {
    recorded("checked-on", "median_error") += 0.5;
    recorded("checked-on", "within_2x") -= 0.2;
    EXPECT_EQ(findings(), (Codes{"accuracy.better", "accuracy.better"}));
}

TEST_F(AccuracyGuard, findsLaunchesThatDroppedOut) {
    recorded("all", "points") += 1;
    EXPECT_EQ(findings(), Codes{"accuracy.fewer-points"});
    recorded("all", "points") -= 2;
    EXPECT_EQ(findings(), Codes{}) << "more points are no fault";
}

TEST_F(AccuracyGuard, findsGroupsThatCameOrWent) {
    then_.figures.push_back({"gone", records::Quantity::KernelTime, "mape", 0.1});
    EXPECT_EQ(findings(), Codes{"accuracy.not-recorded"});
    then_.figures.pop_back();
    then_.figures.erase(then_.figures.begin());
    EXPECT_EQ(findings(), Codes{"accuracy.not-recorded"});
}

class ScheduleGuard : public testing::Test {
protected:
    /// Two groups of 100 cycles, of which the simulation says 110.
    static Assessment withSchedule() {
        Assessment assessment = made();
        schedule::LaunchSchedule schedule;
        schedule.launch = "x,n=1";
        schedule.behaviour = "one wave";
        schedule.comparison =
            schedule::compareSchedules({{0, 0, 100}, {1, 0, 100}}, {{0, 0, 110}, {1, 0, 110}});
        assessment.schedules.push_back(schedule);
        return assessment;
    }
    Codes findings() const {
        Codes codes;
        for (const Diagnostic& finding : guard(now_, then_, "record.json")) codes.push_back(finding.code);
        return codes;
    }

    const Assessment assessment_ = withSchedule();
    const AccuracyRecord now_ = recordOf(assessment_, 0.01);
    AccuracyRecord then_ = now_;
};

TEST_F(ScheduleGuard, holdsErrorsOfSchedules) {
    ASSERT_EQ(now_.schedules.size(), 1U);
    EXPECT_NEAR(now_.schedules[0].completionError, 0.1, 1e-12);
    EXPECT_EQ(findings(), Codes{});
    then_.schedules[0].completionError = 0.091;
    EXPECT_EQ(findings(), Codes{}) << "within the margin";
    then_.schedules[0].completionError = 0.08;
    then_.schedules[0].durationError = 0.2;
    EXPECT_EQ(findings(), (Codes{"accuracy.worse", "accuracy.better"}));
    then_.schedules[0] = now_.schedules[0];
    then_.schedules[0].groups = 3;
    EXPECT_EQ(findings(), Codes{"accuracy.fewer-points"});
    then_.schedules[0].launch = "y";
    EXPECT_EQ(findings(), (Codes{"accuracy.not-recorded", "accuracy.not-recorded"}));
}

TEST_F(ScheduleGuard, readsBackWhatItWrote) {
    const auto read = parseAccuracyRecord(toJson(now_), "record.json");
    ASSERT_TRUE(read);
    ASSERT_EQ(read->schedules.size(), 1U);
    EXPECT_EQ(read->schedules[0].launch, "x,n=1");
    EXPECT_EQ(read->schedules[0].groups, 2U);
    EXPECT_NEAR(read->schedules[0].completionError, 0.1, 1e-6);
}

TEST_F(ScheduleGuard, findsReportsThatAreOutOfDate) {
    std::string markdown = toMarkdown(assessment_, comparison::madeUpSets(), {"command", nullptr});
    EXPECT_TRUE(checkReport(assessment_, 0.01, markdown, "report.md").empty());
    const std::string cells = "| +10.0 % | - | 10.0 % |";
    ASSERT_NE(markdown.find(cells), std::string::npos);
    markdown.replace(markdown.find(cells), cells.size(), "| +10.0 % | - | 17.0 % |");
    ASSERT_EQ(checkReport(assessment_, 0.01, markdown, "report.md").size(), 1U);
    EXPECT_EQ(checkReport(assessment_, 0.01, markdown, "report.md").front().code, "accuracy.stale-report");
    const std::string without = toMarkdown(made(), comparison::madeUpSets(), {"command", nullptr});
    EXPECT_EQ(checkReport(assessment_, 0.01, without, "report.md").size(), 1U);
}

TEST_F(AccuracyGuard, doesNotCompareDevices) {
    then_.device = "Another GPU";
    EXPECT_EQ(findings(), Codes{"accuracy.other-record"});
}

TEST_F(AccuracyGuard, recordsReadBackAsWritten) {
    const auto read = parseAccuracyRecord(toJson(now_), "record.json");
    ASSERT_TRUE(read) << toText(read.diagnostics().front());
    EXPECT_EQ(read->spec, "a-spec");
    EXPECT_EQ(read->device, "A GPU");
    EXPECT_EQ(read->margin, 0.01);
    ASSERT_EQ(read->figures.size(), now_.figures.size());
    for (std::size_t i = 0; i < now_.figures.size(); ++i) {
        EXPECT_EQ(read->figures[i].of, now_.figures[i].of);
        EXPECT_EQ(read->figures[i].quantity, now_.figures[i].quantity);
        EXPECT_EQ(read->figures[i].metric, now_.figures[i].metric);
        EXPECT_NEAR(read->figures[i].value, now_.figures[i].value, 1e-6);
    }
    EXPECT_EQ(parseAccuracyRecord("{}", "x").diagnostics().front().code, "accuracy.bad-record");
    EXPECT_EQ(parseAccuracyRecord("{", "x").diagnostics().front().code, "json.syntax");
    EXPECT_EQ(parseAccuracyRecord(R"({"schema": "warpstring.accuracy/1"})", "x").diagnostics().front().code,
              "accuracy.bad-record");
}

TEST(AccuracyReportCheck, findsFiguresThatAreNotSoAnyMore) {
    const Assessment assessment = made();
    std::string markdown = toMarkdown(assessment, comparison::madeUpSets(), {"command", nullptr});
    EXPECT_TRUE(checkReport(assessment, 0.01, markdown, "report.md").empty());
    const auto put = [&](const std::string& from, const std::string& to) {
        std::string text = markdown;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos);
        return checkReport(assessment, 0.01, text.replace(at, from.size(), to), "report.md");
    };
    EXPECT_TRUE(put("| at most 15 % | 55.0 %", "| at most 15 % | 55.9 %").empty()) << "within the margin";
    ASSERT_EQ(put("| at most 15 % | 55.0 %", "| at most 15 % | 12.0 %").size(), 1U);
    EXPECT_EQ(put("| at most 15 % | 55.0 %", "| at most 15 % | 12.0 %").front().code, "accuracy.stale-report");
    EXPECT_EQ(put("| at most 15 % | 55.0 %", "| at most 15 % | -").size(), 1U);
    EXPECT_EQ(put("| at most 15 % | 55.0 %", "| at most 10 % | 55.0 %").size(), 1U) << "another target";
    EXPECT_EQ(put("| at least 0.9 | 1.00", "| at least 0.9 | 0.80").size(), 1U);
    EXPECT_EQ(checkReport(assessment, 0.01, "", "report.md").size(), assessment.targets.size());
}

} // namespace
} // namespace warpstring::accuracy
