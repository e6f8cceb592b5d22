// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/element_index.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

template <class T>
void sortUnique(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <class T>
bool holdsSorted(const std::vector<T>& sorted, T value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

void flattenInto(const std::vector<token_string::StringItem>& items,
                 std::vector<const token_string::Repeat*>& around, std::vector<FlatToken>& tokens) {
    for (const token_string::StringItem& item : items) {
        if (const auto* token = std::get_if<token_string::Token>(&item.content)) {
            tokens.push_back({token, around});
            continue;
        }
        const auto& repeat = std::get<token_string::Repeat>(item.content);
        around.push_back(&repeat);
        flattenInto(repeat.body, around, tokens);
        around.pop_back();
    }
}

/// Lines of the kernel's own file at which a place stands or was called from.
std::vector<int> linesOf(const Pdg& pdg, const CodePlace& place) {
    std::vector<int> lines;
    const auto add = [&](const SourceLocation& at) {
        if (at.line > 0 && (at.file.empty() || at.file == pdg.sourceName)) lines.push_back(at.line);
    };
    add(place.at);
    for (const SourceLocation& call : place.inlinedAt) add(call);
    sortUnique(lines);
    return lines;
}

void collectBelow(const Pdg& pdg, RegionId region, std::vector<StatementId>& statements) {
    for (const NodeRef& child : pdg.regions[region].children) {
        if (child.kind == NodeRef::Kind::Statement) statements.push_back(child.statement());
        if (child.kind == NodeRef::Kind::Region) collectBelow(pdg, child.region(), statements);
    }
}

} // namespace

double FlatToken::iterations() const {
    double product = 1;
    for (const token_string::Repeat* repeat : around) product *= repeat->count * repeat->weight;
    return product;
}

std::vector<FlatToken> flatten(const token_string::TokenString& string) {
    std::vector<FlatToken> tokens;
    std::vector<const token_string::Repeat*> around;
    flattenInto(string.items, around, tokens);
    return tokens;
}

bool Focus::empty() const {
    return lines.empty() && tokens.empty() && statements.empty() && regions.empty() && predicates.empty();
}
bool Focus::hasLine(int line) const { return holdsSorted(lines, line); }
bool Focus::hasToken(TokenIndex token) const { return holdsSorted(tokens, token); }
bool Focus::hasAnyOf(const std::vector<TokenIndex>& these) const {
    return std::any_of(these.begin(), these.end(), [this](TokenIndex token) { return hasToken(token); });
}
bool Focus::hasStatement(StatementId statement) const { return holdsSorted(statements, statement); }
bool Focus::hasRegion(RegionId region) const { return holdsSorted(regions, region); }
bool Focus::hasPredicate(PredicateId predicate) const { return holdsSorted(predicates, predicate); }

ElementIndex::ElementIndex(const Pdg& pdg, const token_string::TokenString& string)
    : statementLines_(pdg.statements.size()), predicateLines_(pdg.predicates.size()),
      statementTokens_(pdg.statements.size()), regionStatements_(pdg.regions.size()),
      decided_(pdg.predicates.size()) {
    for (const Statement& statement : pdg.statements) {
        statementLines_[statement.id] = linesOf(pdg, statement.place);
        for (const int line : statementLines_[statement.id]) lineStatements_[line].push_back(statement.id);
    }
    for (const Predicate& predicate : pdg.predicates) {
        predicateLines_[predicate.id] = linesOf(pdg, predicate.place);
        for (const int line : predicateLines_[predicate.id]) linePredicates_[line].push_back(predicate.id);
    }
    for (const Region& region : pdg.regions) {
        collectBelow(pdg, region.id, regionStatements_[region.id]);
        sortUnique(regionStatements_[region.id]);
        for (const ControlParent& parent : region.controlParents)
            decided_[parent.predicate].push_back(region.id);
    }
    for (const FlatToken& flat : flatten(string)) {
        const auto index = static_cast<TokenIndex>(tokenStatements_.size());
        std::vector<StatementId> statements = flat.token->statements;
        if (flat.token->access.index() < pdg.accesses.size())
            statements.push_back(pdg.accesses[flat.token->access].statement);
        sortUnique(statements);
        for (const StatementId statement : statements) statementTokens_[statement].push_back(index);
        const auto lines = linesOf(pdg, flat.token->place);
        tokenLines_.push_back(lines.empty() ? 0 : lines.front());
        tokenStatements_.push_back(std::move(statements));
    }
}

Focus ElementIndex::completed(Focus focus) const {
    for (const StatementId statement : focus.statements) {
        const auto& lines = statementLines_[statement];
        focus.lines.insert(focus.lines.end(), lines.begin(), lines.end());
        const auto& tokens = statementTokens_[statement];
        focus.tokens.insert(focus.tokens.end(), tokens.begin(), tokens.end());
    }
    for (const PredicateId predicate : focus.predicates) {
        const auto& lines = predicateLines_[predicate];
        focus.lines.insert(focus.lines.end(), lines.begin(), lines.end());
    }
    sortUnique(focus.lines);
    sortUnique(focus.tokens);
    sortUnique(focus.statements);
    sortUnique(focus.regions);
    sortUnique(focus.predicates);
    return focus;
}

Focus ElementIndex::fromLine(int line) const {
    Focus focus;
    if (const auto found = lineStatements_.find(line); found != lineStatements_.end())
        focus.statements = found->second;
    if (const auto found = linePredicates_.find(line); found != linePredicates_.end())
        focus.predicates = found->second;
    for (TokenIndex token = 0; token < tokenLines_.size(); ++token)
        if (tokenLines_[token] == line) focus.tokens.push_back(token);
    focus = completed(std::move(focus));
    // The line itself, not those that its statements were inlined at or from.
    focus.lines = {line};
    return focus;
}

Focus ElementIndex::fromTokens(const std::vector<TokenIndex>& tokens) const {
    std::vector<TokenIndex> meant;
    std::vector<int> lines;
    Focus focus;
    for (const TokenIndex token : tokens) {
        if (token >= tokenStatements_.size()) continue;
        const auto& statements = tokenStatements_[token];
        focus.statements.insert(focus.statements.end(), statements.begin(), statements.end());
        if (tokenLines_[token] > 0) lines.push_back(tokenLines_[token]);
        meant.push_back(token);
    }
    if (meant.empty()) return {};
    focus = completed(std::move(focus));
    // Others may share a statement (a load and its G): those that were meant are marked alone.
    sortUnique(meant);
    focus.tokens = std::move(meant);
    if (focus.lines.empty()) {
        sortUnique(lines);
        focus.lines = std::move(lines);
    }
    return focus;
}

Focus ElementIndex::fromStatements(const std::vector<StatementId>& statements) const {
    Focus focus;
    for (const StatementId statement : statements)
        if (statement.index() < statementLines_.size()) focus.statements.push_back(statement);
    return completed(std::move(focus));
}

Focus ElementIndex::fromNode(const NodeRef& node) const {
    Focus focus;
    switch (node.kind) {
    case NodeRef::Kind::Statement: return fromStatement(node.statement());
    case NodeRef::Kind::Region:
        if (node.index >= regionStatements_.size()) return focus;
        focus.statements = regionStatements_[node.region()];
        focus.regions = {node.region()};
        break;
    case NodeRef::Kind::Predicate:
        if (node.index >= predicateLines_.size()) return focus;
        focus.predicates = {node.predicate()};
        focus.regions = decided_[node.predicate()];
        break;
    }
    return completed(std::move(focus));
}

} // namespace warpstring::gui
