// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/token_details.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <gtest/gtest.h>

#include "app/gui/models/string/string_layout.h"
#include "core/files/specs/hardware_spec_keys.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

void forEveryToken(
    const std::function<void(const Analysis&, TokenIndex, const std::vector<TokenDetail>&)>& check) {
    for (const SharedAnalysis& analysis : test::analysesOfSamples()) {
        SCOPED_TRACE(analysis->launch().name);
        for (TokenIndex token = 0; token < analysis->tokens.size(); ++token)
            check(*analysis, token, tokenDetails(*analysis, {token}, TimeUnit::Cycles));
    }
}

const TokenDetail* named(const std::vector<TokenDetail>& rows, const char* name) {
    for (const TokenDetail& row : rows)
        if (row.name == QLatin1String(name)) return &row;
    return nullptr;
}

/// "12,345 cycles" and "12.3 %" as numbers.
double detailNumber(const QString& value) {
    QString digits = value.section(QLatin1Char(' '), 0, 0);
    digits.remove(QLatin1Char(','));
    return digits == QStringLiteral("\u221e") ? std::numeric_limits<double>::infinity() : digits.toDouble();
}

TEST(TokenDetails, BeginWithTheCostAndItsEquation) {
    forEveryToken([](const Analysis& analysis, TokenIndex index, const std::vector<TokenDetail>& rows) {
        ASSERT_FALSE(rows.empty());
        const token_string::Token& token = *analysis.tokens[index].token;
        EXPECT_FALSE(rows.front().origin.isEmpty());
        if (token.kind == token_string::TokenKind::Wait) return;
        EXPECT_EQ(rows.front().value,
                  timeText(token.cycles, analysis.spec().execution.clockMhz, TimeUnit::Cycles));
        EXPECT_EQ(detailNumber(named(rows, "weight cc")->value), detailNumber(numberText(token.weight)));
        EXPECT_FALSE(tokenTitle(analysis, {index}).isEmpty());
    });
}

TEST(TokenDetails, NameEntriesThatSpecsHave) {
    std::set<QString> known;
    for (const files::SpecKey& key : files::specKeys()) known.insert(QString::fromStdString(key.path));
    const QRegularExpression entry(QStringLiteral("spec: ([a-z0-9_.-]+)"));
    std::set<QString> named;
    forEveryToken([&](const Analysis&, TokenIndex, const std::vector<TokenDetail>& rows) {
        for (const TokenDetail& row : rows)
            for (auto match = entry.globalMatch(row.origin); match.hasNext();)
                named.insert(match.next().captured(1));
    });
    EXPECT_GT(named.size(), 8U);
    for (const QString& key : named)
        EXPECT_TRUE(known.contains(key) || key.startsWith(QLatin1String("instructions."))) << key.toStdString();
}

TEST(TokenDetails, WhatIsHiddenAndWhatIsExposedAreTheLatency) {
    std::size_t waits = 0;
    forEveryToken([&](const Analysis& analysis, TokenIndex index, const std::vector<TokenDetail>& rows) {
        if (analysis.simulation.timeline) return; // it has no latency of its own for each load
        if (analysis.tokens[index].token->kind != token_string::TokenKind::Wait) return;
        ++waits;
        const double latency = analysis.spec().globalMemory.latency;
        ASSERT_TRUE(named(rows, "hidden") && named(rows, "exposed") && named(rows, "waits for"));
        const double exposed = detailNumber(named(rows, "exposed")->value);
        const double hidden = detailNumber(named(rows, "hidden")->value) / 100 * latency;
        EXPECT_GE(hidden, 0);
        EXPECT_LE(hidden, latency);
        EXPECT_NEAR(exposed + hidden, latency, 0.005 * latency);
        EXPECT_FALSE(named(rows, "waits for")->value.isEmpty());
        // And over the walk what the walk says.
        const double all = exposed * detailNumber(named(rows, "executions")->value);
        const double walked = analysis.tokens[index].iterations() * analysis.tokens[index].token->cycles;
        EXPECT_NEAR(all, walked, 0.01 * walked + 1e-6);
    });
    EXPECT_GT(waits, 20U);
}

TEST(TokenDetails, InstructionsAddUpToTheIssueCycles) {
    std::size_t checked = 0;
    forEveryToken([&](const Analysis& analysis, TokenIndex index, const std::vector<TokenDetail>& rows) {
        if (analysis.simulation.timeline) return; // not of single instructions
        if (analysis.tokens[index].token->kind != token_string::TokenKind::Compute) return;
        double sum = 0;
        for (const TokenDetail& row : rows)
            if (row.name.startsWith(QLatin1String("  ")) && row.name.contains(QLatin1String(" x ")))
                sum += detailNumber(row.value);
        const double issue = detailNumber(named(rows, "issue cycles")->value);
        EXPECT_NEAR(sum, issue, 0.01 * issue + 0.5) << tokenTitle(analysis, {index}).toStdString();
        ++checked;
    });
    EXPECT_GT(checked, 50U);
}

TEST(TokenDetails, AreInTheChosenUnit) {
    const auto analysis = test::analysisOf("matmul/matmul-tiled");
    for (const TimeUnit unit : {TimeUnit::Nanoseconds, TimeUnit::Microseconds})
        for (TokenIndex token = 0; token < analysis->tokens.size(); ++token) {
            const auto rows = tokenDetails(*analysis, {token}, unit);
            const QString value = rows.front().value;
            EXPECT_TRUE(value.endsWith(QStringLiteral(" ns")) || value.endsWith(QStringLiteral(" us")) ||
                        value.endsWith(QStringLiteral(" ms")))
                << value.toStdString();
        }
}

TEST(TokenDetails, OfATimelineAreItsCyclesByReason) {
    const auto analysis = test::analysisOf("matmul/matmul-naive", "nvidia-h200");
    ASSERT_TRUE(analysis->simulation.timeline);
    double all = 0;
    for (TokenIndex token = 0; token < analysis->tokens.size(); ++token) {
        const auto rows = tokenDetails(*analysis, {token}, TimeUnit::Cycles);
        EXPECT_EQ(named(rows, "exposure cr"), nullptr) << "of the closed form";
        const double walked = detailNumber(named(rows, "over the walk")->value);
        double reasons = 0;
        for (const TokenDetail& row : rows)
            if (row.name.startsWith(QLatin1String("  "))) reasons += detailNumber(row.value);
        EXPECT_NEAR(reasons, walked, 0.01 * walked + 1) << tokenTitle(*analysis, {token}).toStdString();
        all += walked;
    }
    const double told = analysis->simulation.warpLatencyCycles();
    EXPECT_NEAR(all, told, 0.01 * told);
}

TEST(TokenDetails, OfFoldedTokensTellAllCopies) {
    for (const auto& [sample, spec] :
         {std::pair{"dg/dg-plain", "nvidia-h200"}, std::pair{"scan/scan-init", "geforce-8800-gtx"}}) {
        const auto analysis = test::analysisOf(sample, spec);
        std::size_t folded = 0;
        double all = 0;
        for (const ShownToken& shown : shownString(*analysis, true).tokens) {
            const auto rows = tokenDetails(*analysis, shown.copies, TimeUnit::Cycles);
            double cycles = 0, executions = 0, least = 1e300, most = 0;
            for (const TokenIndex copy : shown.copies) {
                const FlatToken& flat = analysis->tokens[copy];
                cycles += flat.token->cycles;
                executions += flat.iterations() * flat.token->weight;
                least = std::min(least, flat.token->cycles);
                most = std::max(most, flat.token->cycles);
            }
            const auto text = [&](double each) {
                return timeText(each, analysis->spec().execution.clockMhz, TimeUnit::Cycles);
            };
            EXPECT_EQ(named(rows, "executions")->value, numberText(executions));
            if (const auto* walked = named(rows, "over the walk")) all += detailNumber(walked->value);
            const TokenDetail* copies = named(rows, "copies");
            ASSERT_EQ(copies != nullptr, shown.copies.size() > 1);
            if (copies == nullptr) continue;
            ++folded;
            EXPECT_EQ(named(rows, "cycles n")->value, text(cycles));
            EXPECT_EQ(copies->origin,
                      QStringLiteral("%1 copies, from %2")
                          .arg(shown.copies.size())
                          .arg(text(least) == text(most) ? text(least)
                                                         : text(least) + QStringLiteral(" to ") + text(most)));
            if (analysis->tokens[shown.copies.front()].token->memory > 0 && shown.copies.size() == 63) {
                EXPECT_TRUE(named(rows, "numbers k")->value.contains(QStringLiteral(", \u2026, ")));
            }
        }
        EXPECT_GT(folded, 4U) << sample;
        if (analysis->simulation.timeline) {
            const double told = analysis->simulation.warpLatencyCycles();
            EXPECT_NEAR(all, told, 0.01 * told);
        }
    }
}

TEST(TokenDetails, OfATokenThatIsNotThereAreNone) {
    const auto analysis = test::analysisOf("scan/scan-init");
    const auto beyond = static_cast<TokenIndex>(analysis->tokens.size());
    EXPECT_TRUE(tokenDetails(*analysis, {beyond}, TimeUnit::Cycles).empty());
    EXPECT_TRUE(tokenTitle(*analysis, {beyond}).isEmpty());
    EXPECT_TRUE(tokenDetails(*analysis, {}, TimeUnit::Cycles).empty());
    EXPECT_TRUE(tokenTitle(*analysis, {0, beyond}).isEmpty());
}

TEST(TokenDetailsModel, IsAGoodModel) {
    TokenDetailsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto analysis = test::analysisOf("scan/scan-init");
    for (TokenIndex token = 0; token < analysis->tokens.size(); ++token) {
        const auto rows = tokenDetails(*analysis, {token}, TimeUnit::Cycles);
        model.setRows(rows);
        ASSERT_EQ(model.rowCount(), static_cast<int>(rows.size()));
        for (int row = 0; row < model.rowCount(); ++row) {
            const TokenDetail& detail = rows[static_cast<std::size_t>(row)];
            EXPECT_EQ(model.index(row, 0).data().toString(), detail.name);
            EXPECT_EQ(model.index(row, 1).data().toString(), detail.value);
            EXPECT_EQ(model.index(row, 2).data(Qt::ToolTipRole).toString(), detail.origin);
        }
    }
    model.setRows({});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(model.headerData(2, Qt::Horizontal).toString().isEmpty());
    EXPECT_FALSE(model.headerData(3, Qt::Horizontal).isValid());
}

} // namespace

} // namespace warpstring::gui
