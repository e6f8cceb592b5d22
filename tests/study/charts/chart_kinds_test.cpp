// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/charts/chart_kinds.h"

#include <gtest/gtest.h>
#include <set>

#include "tests/study/charts/charted_comparison.h"

namespace warpstring::charts {
namespace {

TEST(ChartKinds, AreListedOnceEachUnderWordsAndTitlesOfTheirOwn) {
    std::set<ChartKind> kinds;
    std::set<std::string_view> words, titles;
    for (const ChartKind kind : chartKinds) {
        EXPECT_TRUE(kinds.insert(kind).second) << traits(kind).word;
        EXPECT_TRUE(words.insert(traits(kind).word).second) << traits(kind).word;
        EXPECT_TRUE(titles.insert(traits(kind).title).second) << traits(kind).title;
        EXPECT_EQ(chartKindOf(traits(kind).word), kind);
    }
    EXPECT_FALSE(chartKindOf("pie"));
    EXPECT_FALSE(chartKindOf("Bars")) << "a title is no word of the command line";
    EXPECT_FALSE(chartKindOf(""));
}

TEST(ChartKinds, MakeChartsOfTheirOwnKind) {
    const comparison::Comparison comparison = gui::test::chartedComparison();
    for (const ChartKind kind : chartKinds) {
        const ChartTraits& of = traits(kind);
        const auto chart = of.ofComparison(comparison, of.againstBaseline ? &comparison : nullptr, {});
        ASSERT_TRUE(chart) << of.word << toText(chart.diagnostics().front());
        EXPECT_EQ(chart->kind, kind) << of.word;
        EXPECT_EQ(chart->hasRows(), of.hasRows) << of.word;
    }
}

TEST(ChartKinds, WhatIsDrawnFromRowsCanBeMadeFromThem) {
    for (const ChartKind kind : chartKinds) {
        const ChartTraits& of = traits(kind);
        EXPECT_EQ(of.ofRows != nullptr, of.source != ChartSource::Comparison) << of.word;
        EXPECT_FALSE(of.againstBaseline && of.source != ChartSource::Comparison)
            << of.word << ": a baseline is a comparison";
        EXPECT_EQ(of.worst.empty(), !of.hasRows)
            << of.word << ": only rows are left out when there are too many";
    }
}

} // namespace
} // namespace warpstring::charts
