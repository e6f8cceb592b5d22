// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/kernel_search.h"

#include <QStringList>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/string/token_details.h"
#include "pdg/export/drawn_graph.h"
#include "pdg/export/labels.h"
#include "stringmodel/string/notation.h"
#include "stringmodel/string/token_kinds.h"

namespace warpstring::gui {

namespace {

/// Whether words hold the query; where that ends with a digit, no digit may follow.
bool holdsQuery(const QString& words, const SearchQuery& query) {
    const auto caseMatters = query.caseMatters ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const bool isNumber = query.text.back().isDigit();
    for (qsizetype at = words.indexOf(query.text, 0, caseMatters); at >= 0;
         at = words.indexOf(query.text, at + 1, caseMatters)) {
        const qsizetype end = at + query.text.size();
        if (!isNumber || end >= words.size() || !words[end].isDigit()) return true;
    }
    return false;
}

/// As people write a token with the letters of a keyboard: "M_2^260", "~M_3^260".
QString plainNotation(const token_string::Token& token) {
    return toQString(token_string::toText(token, {true, true, token_string::CostModel::ClosedForm}));
}

} // namespace

void KernelSearch::setAnalysis(SharedAnalysis analysis) {
    if (analysis == analysis_) return;
    analysis_ = std::move(analysis);
    tokens_.reset();
    nodes_.reset();
}

std::vector<SearchHit> KernelSearch::tokens(const SearchQuery& query) {
    if (!analysis_ || query.text.isEmpty()) return {};
    if (!tokens_) tokens_ = tokensOf(*analysis_);
    return matching(*tokens_, query);
}

std::vector<SearchHit> KernelSearch::nodes(const SearchQuery& query) {
    if (!analysis_ || query.text.isEmpty()) return {};
    if (!nodes_) nodes_ = nodesOf(*analysis_);
    return matching(*nodes_, query);
}

std::vector<SearchHit> KernelSearch::matching(const std::vector<Candidate>& candidates,
                                              const SearchQuery& query) {
    std::vector<SearchHit> hits;
    for (const Candidate& candidate : candidates)
        if (holdsQuery(candidate.words, query)) hits.push_back(candidate.hit);
    return hits;
}

std::vector<KernelSearch::Candidate> KernelSearch::tokensOf(const Analysis& analysis) {
    const Pdg& pdg = *analysis.pdg;
    std::vector<Candidate> candidates;
    for (TokenIndex index = 0; index < analysis.tokens.size(); ++index) {
        const token_string::Token& token = *analysis.tokens[index].token;
        const auto traits = token_string::traits(token.kind);
        const QString title = tokenTitle(analysis, {index});
        QStringList words{title, plainNotation(token), toQString(std::string(traits.name)),
                          toQString(token.waitsFor)};
        if (token.access.index() < pdg.accesses.size()) {
            const MemoryAccess& access = pdg.accesses[token.access];
            words += toQString(pdg_export::label::object(pdg, access));
            words += toQString(pdg_export::label::access(pdg, access));
        }
        for (const StatementId statement : token.statements)
            words += toQString(pdg_export::label::operation(pdg.statements[statement]));
        words.removeDuplicates();
        Candidate candidate;
        candidate.hit.place = SearchPlace::String;
        candidate.hit.at.row = static_cast<int>(index);
        candidate.hit.text = title;
        const auto& lines = analysis.elements.fromToken(index).lines;
        candidate.hit.line = lines.empty() ? 0 : lines.front();
        candidate.words = words.join(QLatin1Char('\n'));
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

std::vector<KernelSearch::Candidate> KernelSearch::nodesOf(const Analysis& analysis) {
    const auto graph = pdg_export::drawnGraph(*analysis.pdg, {{}, &analysis.simulation.evaluation});
    std::vector<Candidate> candidates;
    for (const pdg_export::DrawnNode& node : graph.nodes) {
        QStringList rows;
        Candidate candidate;
        for (const pdg_export::GraphRow& row : node.rows) {
            rows += toQString(row.text);
            // A row that stands on a line need not say so.
            if (row.line > 0) candidate.words += QStringLiteral("line %1\n").arg(row.line);
            if (candidate.hit.line == 0) candidate.hit.line = row.line;
        }
        candidate.hit.place = SearchPlace::Graph;
        candidate.hit.at.row = static_cast<int>(candidates.size());
        candidate.hit.text = rows.join(QStringLiteral("; "));
        candidate.hit.node = node.node;
        candidate.hit.statements = node.statements;
        candidate.words +=
            rows.join(QLatin1Char('\n')) + QLatin1Char('\n') + toQString(pdg_export::elementId(node.node));
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

} // namespace warpstring::gui
