// SPDX-License-Identifier: GPL-3.0-or-later
// What costs time stands where it is in the source, with the level that its gain has.
#include "tuning/advice/advice_findings.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/tuning/advice/advised.h"

namespace warpstring::test {
namespace {

using advice::CauseKind;
using findings::Level;

advice::Part part(double gain, int line) {
    advice::Part made;
    made.cause.place.at = {line > 0 ? WARPSTRING_SOURCE_DIR "/samples/scan/scan.cl" : "", line, 0};
    made.gain = gain;
    made.timeUs = 100 * (1 - gain);
    return made;
}

class AdviceFindings : public testing::Test {
protected:
    [[nodiscard]] std::vector<findings::Finding> of(CauseKind kind, double gain,
                                                    std::vector<advice::Part> parts) {
        advice::Advice advice;
        advice.timeUs = 100;
        advice.findings.push_back({kind, 100 * (1 - gain), gain, std::move(parts), {{"r", "Do it.", {}, ""}}});
        return findingsOf(advice, advised_.situation(), texts_);
    }

    Advised advised_{subject(sample("scan/scan-div.toml").front())};
    findings::SourceTexts texts_{WARPSTRING_SOURCE_DIR};
};

TEST_F(AdviceFindings, EachPartStandsAtItsPlaceWithTheLevelOfAll) {
    const auto found = of(CauseKind::BankConflicts, 0.2, {part(0.04, 128), part(0.01, 131), part(0.001, 132)});
    ASSERT_EQ(found.size(), 2U) << "what gains less than half a percent is not told";
    EXPECT_EQ(found[0].rule, "WS101");
    EXPECT_EQ(found[0].level, Level::Warning) << "all together matter";
    EXPECT_EQ(found[0].file, "samples/scan/scan.cl");
    EXPECT_EQ(found[0].region.line, 128);
    EXPECT_GT(found[0].region.column, 1) << "the line is indented";
    EXPECT_EQ(
        found[0].message,
        "Bank conflicts (line 128): scan-div takes 100 us on nvidia-h200, and 80.0 us without bank conflicts "
        "(20.0 %); of all 3 this one gains 4.0 %. Lanes of a warp ask one bank of local memory for different "
        "words, one turn after another. Do it.");
    EXPECT_EQ(found[1].region.line, 131);
}

TEST_F(AdviceFindings, BelowTheModelsErrorTheyAreNotes) {
    EXPECT_EQ(of(CauseKind::Barrier, 0.04, {part(0.04, 128)}).front().level, Level::Note);
    EXPECT_TRUE(of(CauseKind::Barrier, 0.004, {part(0.004, 128)}).empty());
}

TEST_F(AdviceFindings, PartsThatHideEachOtherAreToldOnce) {
    const auto found = of(CauseKind::LoadLatency, 0.3, {part(0, 128), part(0, 131)});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].region.line, 128);
}

TEST_F(AdviceFindings, TheLaunchsOwnStandAtTheKernelsName) {
    const auto found = of(CauseKind::Tail, 0.2, {part(0.2, 0)});
    ASSERT_EQ(found.size(), 1U);
    const auto line = found[0].region.line;
    std::size_t at = 0;
    for (int i = 1; i < line; ++i) at = texts_.text(found[0].file).find('\n', at) + 1;
    EXPECT_NE(texts_.text(found[0].file).substr(at, 200).find("scan_div("), std::string::npos);
}

TEST(AdviceRules, AreOneForEachKind) {
    const auto rules = advice::adviceRules();
    ASSERT_EQ(rules.size(), advice::causeKindCount);
    std::set<std::string> ids, names;
    for (const auto& rule : rules) {
        ids.insert(rule.id);
        names.insert(rule.name);
        EXPECT_LE(rule.meaning.size(), 1024U);
        EXPECT_FALSE(rule.help.empty());
        EXPECT_EQ(rule.name.find_first_of("- "), std::string::npos) << rule.name;
    }
    EXPECT_EQ(ids.size(), rules.size());
    EXPECT_EQ(names.size(), rules.size());
    EXPECT_EQ(names.count("BankConflicts"), 1U);
}

} // namespace
} // namespace warpstring::test
