// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/source_marks.h"

#include <QStringList>
#include <gtest/gtest.h>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using test::analysisOf;

TEST(SourceMarks, TheHottestLineIsHotAndFractionsAreOfTheWhole) {
    for (const char* spec : {"geforce-8800-gtx", "nvidia-h200"})
        for (const char* sample : {"matmul/matmul-tiled", "reduction/reduce-modulo", "stencil/stencil-tile"}) {
            const auto analysis = analysisOf(sample, spec);
            const auto marks = sourceMarks(*analysis, TimeUnit::Cycles);
            const auto costs = lineCosts(analysis->simulation, *analysis->pdg);
            double hottest = 0, sum = 0;
            for (const auto& [line, mark] : marks) {
                EXPECT_GT(line, 0);
                EXPECT_GE(mark.heat, 0);
                EXPECT_LE(mark.heat, 1);
                hottest = std::max(hottest, mark.heat);
                sum += mark.fraction;
            }
            EXPECT_EQ(hottest, 1) << sample;
            EXPECT_NEAR(sum, 1 - costs.elsewhere.cycles / costs.all, 1e-9) << sample;
        }
}

TEST(SourceMarks, KindsAreThoseOfTheTokensThatTheLineMakes) {
    const auto analysis = analysisOf("matmul/matmul-tiled");
    const auto marks = sourceMarks(*analysis, TimeUnit::Cycles);
    std::map<int, std::set<QString>> expected;
    for (TokenIndex token = 0; token < analysis->tokens.size(); ++token)
        for (const int line : analysis->elements.fromToken(token).lines)
            expected[line].insert(tokenLetter(analysis->tokens[token].token->kind));
    ASSERT_FALSE(expected.empty());
    for (const auto& [line, letters] : expected) {
        const QStringList shown = marks.at(line).kinds.split(QLatin1Char(' '));
        EXPECT_EQ(std::set<QString>(shown.begin(), shown.end()), letters) << line;
        EXPECT_EQ(static_cast<std::size_t>(shown.size()), letters.size()) << "each once, line " << line;
    }
}

TEST(SourceMarks, TooltipsAreInTheChosenUnit) {
    const auto analysis = analysisOf("matmul/matmul-naive");
    const auto tooltip = [&](TimeUnit unit) {
        QString all;
        for (const auto& [line, mark] : sourceMarks(*analysis, unit)) all += mark.tooltip;
        return all;
    };
    EXPECT_TRUE(tooltip(TimeUnit::Cycles).contains(QStringLiteral(" cycles")));
    EXPECT_FALSE(tooltip(TimeUnit::Nanoseconds).contains(QStringLiteral(" cycles)")));
    EXPECT_EQ(tooltip(TimeUnit::Microseconds), tooltip(TimeUnit::Nanoseconds))
        << "each in the unit that fits it";
    EXPECT_TRUE(tooltip(TimeUnit::Nanoseconds).contains(QStringLiteral(" us")));
}

TEST(SourceMarks, EveryKindHasALetterAndAMeaningOfItsOwn) {
    std::set<QString> letters, meanings;
    for (int kind = 0; kind < 7; ++kind) {
        letters.insert(tokenLetter(static_cast<token_string::TokenKind>(kind)));
        meanings.insert(tokenMeaning(static_cast<token_string::TokenKind>(kind)));
    }
    EXPECT_EQ(letters.size(), 7U);
    EXPECT_EQ(meanings.size(), 7U);
    EXPECT_FALSE(letters.contains(QString()) || meanings.contains(QString()));
}

TEST(LineDiagnostics, AreThoseOfTheFileByLine) {
    const Diagnostics all{{"b", Severity::Error, {"/k/a.cl", 9, 1}, "second", "mend it"},
                          {"x", Severity::Error, {"/k/other.cl", 2, 1}, "elsewhere", ""},
                          {"a", Severity::Warning, {"/k/a.cl", 3, 0}, "first", ""},
                          {"c", Severity::Note, {"/k/a.cl", 0, 0}, "of the file", ""},
                          {"d", Severity::Error, {}, "nowhere", ""}};
    const auto found = diagnosticsIn(all, "/k/a.cl");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].line, 0);
    EXPECT_EQ(found[1].line, 3);
    EXPECT_EQ(found[1].severity, Severity::Warning);
    EXPECT_EQ(found[1].text, QStringLiteral("first [a]"));
    EXPECT_EQ(found[2].text, QStringLiteral("second [b]\nhint: mend it"));
}

} // namespace

} // namespace warpstring::gui
