// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs together: lines of the source, tokens of the string, nodes of the graph.
#pragma once

#include <map>
#include <vector>

#include "pdg/pdg.h"
#include "stringmodel/string/token.h"
#include "stringmodel/string/unrolled_fold.h"

namespace warpstring::gui {

using TokenIndex = token_string::TokenNumber;

/// A token with what is around it.
struct FlatToken {
    const token_string::Token* token = nullptr;      ///< of the string that the index was made from
    std::vector<const token_string::Repeat*> around; ///< outermost first
    /// Executions of the innermost repeat's body, or of the kernel, by a warp: what the token's cycles are per.
    [[nodiscard]] double iterations() const;
};

[[nodiscard]] std::vector<FlatToken> flatten(const token_string::TokenString& string);

/// A set of elements that are marked together; all lists sorted, each element once.
struct Focus {
    std::vector<int> lines; ///< of the kernel's own source, from 1
    std::vector<TokenIndex> tokens;
    std::vector<StatementId> statements;
    std::vector<RegionId> regions;
    std::vector<PredicateId> predicates;

    [[nodiscard]] bool empty() const;
    [[nodiscard]] bool hasLine(int line) const;
    [[nodiscard]] bool hasToken(TokenIndex token) const;
    [[nodiscard]] bool hasAnyOf(const std::vector<TokenIndex>& these) const;
    [[nodiscard]] bool hasStatement(StatementId statement) const;
    [[nodiscard]] bool hasRegion(RegionId region) const;
    [[nodiscard]] bool hasPredicate(PredicateId predicate) const;
    friend bool operator==(const Focus&, const Focus&) = default;
};

/// Built once per analysis. A line, a token and a node belong together where they share a statement; a G token
/// belongs to the load that it waits for.
class ElementIndex {
public:
    ElementIndex() = default;
    ElementIndex(const Pdg& pdg, const token_string::TokenString& string);

    [[nodiscard]] Focus fromLine(int line) const;
    [[nodiscard]] Focus fromToken(TokenIndex token) const { return fromTokens({token}); }
    /// Those that are meant, without others of the same statements.
    [[nodiscard]] Focus fromTokens(const std::vector<TokenIndex>& tokens) const;
    [[nodiscard]] Focus fromStatement(StatementId statement) const { return fromStatements({statement}); }
    [[nodiscard]] Focus fromStatements(const std::vector<StatementId>& statements) const;
    /// A region stands for everything below it, a predicate for itself and the regions that it decides on.
    [[nodiscard]] Focus fromNode(const NodeRef& node) const;

    [[nodiscard]] std::size_t tokens() const { return tokenStatements_.size(); }

private:
    [[nodiscard]] Focus completed(Focus focus) const;

    std::vector<std::vector<int>> statementLines_; ///< by StatementId: its line and those it was inlined at
    std::vector<std::vector<int>> predicateLines_; ///< by PredicateId
    std::vector<std::vector<StatementId>> tokenStatements_;  ///< by TokenIndex
    std::vector<int> tokenLines_;                            ///< by TokenIndex; 0 where not known
    std::vector<std::vector<TokenIndex>> statementTokens_;   ///< by StatementId
    std::vector<std::vector<StatementId>> regionStatements_; ///< by RegionId, those below included
    std::vector<std::vector<RegionId>> decided_;             ///< by PredicateId
    std::map<int, std::vector<StatementId>> lineStatements_;
    std::map<int, std::vector<PredicateId>> linePredicates_;
};

} // namespace warpstring::gui
