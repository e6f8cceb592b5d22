// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/kernel_search.h"

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

using token_string::TokenKind;

/// Loads of two lines, a store, and no more than that.
SharedAnalysis twoLoads() {
    static const SharedAnalysis analysis =
        test::analysisOfKernel(test::kernelOf("    float x = in[i];\n"
                                              "    float y = in[65535 - i];\n"
                                              "    out[i] = x * y;\n"),
                               "geforce-8800-gtx");
    return analysis;
}

std::vector<TokenKind> kindsOf(const std::vector<SearchHit>& hits, const Analysis& analysis) {
    std::vector<TokenKind> kinds;
    kinds.reserve(hits.size());
    for (const SearchHit& hit : hits)
        kinds.push_back(analysis.tokens[static_cast<std::size_t>(hit.at.row)].token->kind);
    return kinds;
}

class KernelSearching : public testing::Test {
protected:
    KernelSearching() { search_.setAnalysis(analysis_); }
    std::vector<TokenKind> tokens(const char* text, bool caseMatters = false) {
        return kindsOf(search_.tokens({QString::fromUtf8(text), caseMatters}), *analysis_);
    }
    std::vector<SearchHit> nodes(const char* text) { return search_.nodes({QString::fromUtf8(text)}); }

    SharedAnalysis analysis_ = twoLoads();
    KernelSearch search_;
};

TEST_F(KernelSearching, FindsTokensByTheirNotation) {
    EXPECT_EQ(tokens("M_1"), std::vector{TokenKind::Load});
    EXPECT_EQ(tokens("M_2"), std::vector{TokenKind::Load});
    EXPECT_EQ(tokens("~M_3"), std::vector{TokenKind::Store});
    EXPECT_EQ(tokens("M\u0304_3"), std::vector{TokenKind::Store});
    EXPECT_EQ(tokens("G_2"), std::vector{TokenKind::Wait});
    EXPECT_TRUE(tokens("g_2", true).empty());
    EXPECT_TRUE(tokens("M_4").empty());
    EXPECT_TRUE(tokens("").empty());
}

TEST_F(KernelSearching, FindsTokensByKindBufferAndLine) {
    EXPECT_EQ(tokens("global load"), (std::vector{TokenKind::Load, TokenKind::Load}));
    EXPECT_EQ(tokens("global store"), std::vector{TokenKind::Store});
    EXPECT_EQ(tokens("store global out"), std::vector{TokenKind::Store});
    EXPECT_EQ(tokens("float_mul").size(), 1U);
    const auto ofLine = search_.tokens({QStringLiteral("line 4")});
    ASSERT_FALSE(ofLine.empty());
    for (const SearchHit& hit : ofLine) EXPECT_EQ(hit.line, 4);
}

TEST_F(KernelSearching, ANumberAtTheEndIsAWholeOne) {
    const auto analysis = test::analysisOf("matmul/matmul-tiled");
    search_.setAnalysis(analysis);
    for (const SearchHit& hit : search_.tokens({QStringLiteral("M_1")}))
        EXPECT_EQ(analysis->tokens[static_cast<std::size_t>(hit.at.row)].token->memory, 1);
    for (const SearchHit& hit : search_.nodes({QStringLiteral("line 6")})) EXPECT_NE(hit.line / 10, 6);
}

TEST_F(KernelSearching, FindsNodesByWhatStandsInThem) {
    const auto stores = nodes("store global out");
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(stores[0].line, 5);
    EXPECT_TRUE(stores[0].text.contains(QStringLiteral("out")));
    const Focus focus = focusOf(stores[0], analysis_->elements);
    EXPECT_EQ(focus.lines, std::vector{5});
    ASSERT_EQ(focus.statements.size(), 1U);
    EXPECT_EQ(analysis_->pdg->statements[focus.statements[0]].text.substr(0, 5), "store");
    EXPECT_EQ(nodes("kernel twice").size(), 1U);
    EXPECT_EQ(nodes("region_0").size(), 1U);
    EXPECT_EQ(nodes("load global in").size(), 2U);
    EXPECT_TRUE(nodes("nothing of the kind").empty());
}

TEST_F(KernelSearching, ATokensFocusIsThatOfAClickOnIt) {
    const auto hits = search_.tokens({QStringLiteral("M_2")});
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(focusOf(hits[0], analysis_->elements),
              analysis_->elements.fromToken(static_cast<TokenIndex>(hits[0].at.row)));
}

TEST_F(KernelSearching, OfNoAnalysisNothingIsFound) {
    search_.setAnalysis(nullptr);
    EXPECT_TRUE(tokens("M").empty());
    EXPECT_TRUE(nodes("kernel").empty());
}

} // namespace

} // namespace warpstring::gui
