// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/element_index.h"

#include <gtest/gtest.h>

#include "app/gui/models/session/selection.h"
#include <QSignalSpy>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

TEST(ElementIndex, WhatBelongsTogetherIsSymmetric) {
    for (const char* sample : {"scan/scan-init", "matmul/matmul-tiled", "fft/fft-shared-radix4"}) {
        const auto analysis = test::analysisOf(sample);
        const ElementIndex& index = analysis->elements;
        ASSERT_EQ(index.tokens(), analysis->tokens.size());
        for (TokenIndex token = 0; token < index.tokens(); ++token) {
            const Focus focus = index.fromToken(token);
            EXPECT_TRUE(focus.hasToken(token));
            for (const int line : focus.lines)
                EXPECT_TRUE(index.fromLine(line).hasToken(token)) << sample << line;
            for (const StatementId statement : focus.statements)
                EXPECT_TRUE(index.fromStatement(statement).hasToken(token)) << sample << token;
        }
    }
}

TEST(ElementIndex, EveryLineWithAStatementIsFound) {
    const auto analysis = test::analysisOf("scan/scan-init");
    for (const Statement& statement : analysis->pdg->statements) {
        if (statement.place.at.line <= 0) continue;
        EXPECT_TRUE(analysis->elements.fromLine(statement.place.at.line).hasStatement(statement.id));
    }
    EXPECT_EQ(analysis->elements.fromLine(100000).lines, std::vector<int>{100000});
    EXPECT_TRUE(analysis->elements.fromLine(100000).statements.empty());
}

TEST(ElementIndex, ARegionHoldsWhatIsBelowIt) {
    const auto analysis = test::analysisOf("matmul/matmul-tiled");
    const Focus all = analysis->elements.fromNode(entryRegion);
    EXPECT_EQ(all.statements.size(), analysis->pdg->statements.size());
    const Loop& loop = analysis->pdg->loops.front();
    const Focus body = analysis->elements.fromNode(loop.region);
    EXPECT_LT(body.statements.size(), all.statements.size());
    EXPECT_FALSE(body.statements.empty());
}

TEST(ElementIndex, AskingForWhatIsNotThereGivesNothing) {
    const auto analysis = test::analysisOf("matmul/matmul-tiled");
    EXPECT_TRUE(analysis->elements.fromToken(1000000).empty());
    EXPECT_TRUE(analysis->elements.fromStatement(StatementId(1000000)).empty());
    EXPECT_TRUE(analysis->elements.fromNode(RegionId(1000000)).empty());
    EXPECT_TRUE(analysis->elements.fromNode(PredicateId(1000000)).empty());
    EXPECT_EQ(ElementIndex().tokens(), 0u);
}

TEST(Selection, SaysOnlyWhatChanged) {
    Selection selection;
    QSignalSpy hovered(&selection, &Selection::hoverChanged), pinned(&selection, &Selection::pinChanged);
    Focus focus;
    focus.lines = {7};
    selection.hover(focus);
    selection.hover(focus);
    EXPECT_EQ(hovered.count(), 1);
    selection.pin(focus);
    EXPECT_EQ(selection.pinned(), focus);
    EXPECT_EQ(selection.current(), focus);
    selection.pin(focus); // again: frees it
    EXPECT_TRUE(selection.pinned().empty());
    EXPECT_EQ(pinned.count(), 2);
    selection.pin({});
    EXPECT_EQ(pinned.count(), 2);
    selection.clear();
    EXPECT_EQ(hovered.count(), 2);
    EXPECT_TRUE(selection.current().empty());
}

} // namespace

} // namespace warpstring::gui
