// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/jam_text.h"

#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace warpstring::transform {

namespace {

constexpr std::size_t longestLine = 100;
constexpr const char* blanks = " \t\r\n";

std::size_t endOfLine(const std::string& text, std::size_t offset) {
    return std::min(text.find('\n', offset), text.size());
}

bool isBlank(std::string_view text) { return text.find_first_not_of(blanks) == std::string_view::npos; }

/// Whether what stands behind a statement on its line is nothing but a comment.
bool isRemark(std::string_view text) {
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return true;
    text = text.substr(begin);
    if (text.starts_with("//")) return true;
    const auto close = text.find("*/");
    return text.starts_with("/*") && close != std::string_view::npos && isBlank(text.substr(close + 2));
}

std::string joined(const std::vector<std::string>& pieces, const std::string& between) {
    std::string all;
    for (const auto& piece : pieces) all += (all.empty() ? "" : between) + piece;
    return all;
}

/// The call that a variable begins with, where that is the whole of its first value but for a conversion.
const clang::CallExpr* callOfFirstValue(const clang::VarDecl& variable) {
    if (!variable.hasInit() || !variable.getType()->isIntegerType()) return nullptr;
    return llvm::dyn_cast<clang::CallExpr>(variable.getInit()->IgnoreParenCasts());
}

/// A number that is written down, or none.
bool isPlainValue(const clang::VarDecl& variable) {
    if (variable.getType()->isPointerType()) return false;
    if (!variable.hasInit()) return true;
    const auto* value = variable.getInit()->IgnoreParenCasts();
    if (const auto* negated = llvm::dyn_cast<clang::UnaryOperator>(value))
        value = negated->getSubExpr()->IgnoreParenCasts();
    return llvm::isa<clang::IntegerLiteral>(value) || llvm::isa<clang::FloatingLiteral>(value);
}

} // namespace

JamText::JamText(const Scene& scene, const MergedItems& items, const JamPlan& plan, SourceEdits& edits)
    : scene_(scene), items_(items), plan_(plan), edits_(edits) {}

void JamText::write() {
    nameCopies();
    for (std::int64_t j = 0; j < items_.times; ++j) addChanges(j);
    const auto& body = llvm::cast<clang::CompoundStmt>(*scene_.facts.kernel->getBody());
    const auto brace = edits_.span({body.getLBracLoc(), body.getLBracLoc()});
    if (!brace) return;
    if (!body.body_empty())
        if (const auto first =
                edits_.span({body.body_front()->getBeginLoc(), body.body_front()->getBeginLoc()})) {
            const std::string outer = indentOf(scene_, brace->first), inner = indentOf(scene_, first->first);
            if (inner.size() > outer.size() && inner.starts_with(outer)) unit_ = inner.substr(outer.size());
        }
    writeBlock(body, indentOf(scene_, brace->first));
    writeSizes();
}

/// "sum_0", or with more between where the source has that name already.
void JamText::nameCopies() {
    for (const auto* variable : plan_.variablesToCopy()) {
        std::string separator = "_";
        const auto isTaken = [&] {
            for (std::int64_t j = 0; j < items_.times; ++j) {
                const std::string name = variable->getName().str() + separator + std::to_string(j);
                if (hasName(scene_.text.source, name) || hasName(scene_.text.launch, name)) return true;
            }
            return false;
        };
        if (isTaken()) separator.append(1, static_cast<char>('x' + items_.dimension));
        while (isTaken()) separator += '_';
        separators_[variable] = separator;
    }
}

std::string JamText::nameOf(const clang::ValueDecl& variable, std::int64_t j) const {
    return variable.getName().str() + separators_.at(&variable) + std::to_string(j);
}

/// What a call becomes in the j-th copy; empty where it stays.
std::string JamText::idText(const IndexCall& index, std::int64_t j) const {
    if (index.dimension != items_.dimension) return {};
    std::string text;
    if (index.name == "get_global_id") text = items_.globalId(j);
    if (index.name == "get_group_id") text = items_.groupId(j);
    if (index.name == "get_global_size" || index.name == "get_num_groups")
        text = index.name + "(" + std::to_string(items_.dimension) + ") * " + std::to_string(items_.times);
    return text.empty() ? text : text.insert(0, 1, '(') + ")";
}

/// "row_0 + 2 * get_local_size(1)" for "get_global_id(1)".
void JamText::addFirstValue(const clang::VarDecl& variable, std::int64_t j, Changes& changes) const {
    const auto* call = callOfFirstValue(variable);
    const auto& calls = scene_.facts.indexCalls;
    const auto index = std::find_if(calls.begin(), calls.end(), [&](const IndexCall& other) {
        return other.call == call && other.dimension == items_.dimension && other.name == "get_global_id";
    });
    if (call == nullptr || index == calls.end()) return;
    const auto* value = variable.getInit()->IgnoreParenImpCasts();
    if (j > 0) {
        std::string further = items_.isBlocked ? std::to_string(j) : items_.spacing();
        if (!items_.isBlocked && j > 1) further = std::to_string(j) + " * " + further;
        changes.emplace_back(variable.getInit()->getSourceRange(), nameOf(variable, 0) + " + " + further);
    } else if (value == call) {
        changes.emplace_back(call->getSourceRange(), items_.globalId(0));
    } else {
        changes.emplace_back(call->getSourceRange(), idText(*index, 0));
    }
}

void JamText::addChanges(std::int64_t j) {
    Changes all;
    std::set<unsigned> begun; // a macro may name its argument twice
    const auto add = [&](clang::SourceRange range, const std::string& text) {
        const auto place = edits_.span(range);
        if (place && begun.insert(place->first).second) all.emplace_back(range, text);
    };
    std::set<const clang::CallExpr*> taken;
    for (const auto* declared : plan_.variablesToCopy()) {
        const auto& variable = llvm::cast<clang::VarDecl>(*declared);
        add({variable.getLocation(), variable.getLocation()}, nameOf(variable, j));
        Changes first;
        addFirstValue(variable, j, first);
        for (const auto& [range, text] : first) {
            add(range, text);
            taken.insert(callOfFirstValue(variable));
        }
    }
    for (const auto* use : scene_.facts.uses)
        if (plan_.needsCopies(*use->getDecl())) add(use->getSourceRange(), nameOf(*use->getDecl(), j));
    for (const auto& index : scene_.facts.indexCalls)
        if (const std::string text = idText(index, j); !text.empty() && !taken.contains(index.call))
            add(index.call->getSourceRange(), text);
    changes_[j] = std::move(all);
}

bool JamText::isRewritten(const clang::Stmt& statement) const {
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement))
        return std::any_of(declaration->decl_begin(), declaration->decl_end(),
                           [&](const clang::Decl* declared) {
                               const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
                               return variable && plan_.needsCopies(*variable);
                           });
    return plan_.isCopied(statement);
}

bool JamText::holdsRewritten(const clang::CompoundStmt& block) const {
    return std::any_of(block.body_begin(), block.body_end(),
                       [&](const clang::Stmt* part) { return isRewritten(*part) || plan_.varies(*part); });
}

/// With its semicolon, and a pragma before it.
JamText::Span JamText::spanOf(const clang::Stmt& statement) {
    auto place = edits_.statementSpan(statement).value_or(Span{0, 0});
    const std::string& text = scene_.text.source;
    const std::size_t end = place.first + place.second;
    const std::size_t next = text.find_first_not_of(blanks, end);
    if (next != std::string::npos && text[next] == ';' && text[end - 1] != ';' && text[end - 1] != '}')
        place.second = static_cast<unsigned>(next + 1 - place.first);
    if (llvm::isa<clang::AttributedStmt>(statement)) {
        const std::size_t line = text.rfind('\n', place.first) + 1;
        const std::size_t sign = text.find_first_not_of(" \t", line);
        if (sign < place.first && text[sign] == '#') {
            place.second += place.first - static_cast<unsigned>(sign);
            place.first = static_cast<unsigned>(sign);
        }
    }
    return place;
}

std::vector<std::string> JamText::copiesOf(Span span) {
    std::vector<std::string> copies;
    copies.reserve(static_cast<std::size_t>(items_.times));
    for (std::int64_t j = 0; j < items_.times; ++j) copies.push_back(copyOf(span, j));
    return copies;
}

std::vector<std::string> JamText::piecesOf(const clang::Stmt& statement, Span span, const std::string& indent) {
    rewritten_.push_back(&statement);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement))
        return piecesOfDeclaration(*declaration, span, indent);
    return copiesOf(span);
}

/// A statement for each item, or one with a name more for each: where the first value is short, and where some
/// of the variables are for all items.
std::vector<std::string> JamText::piecesOfDeclaration(const clang::DeclStmt& declaration, Span span,
                                                      const std::string& indent) {
    const std::string& source = scene_.text.source;
    std::vector<const clang::VarDecl*> variables;
    for (const auto* declared : declaration.decls()) variables.push_back(llvm::cast<clang::VarDecl>(declared));
    const bool areAll = std::all_of(variables.begin(), variables.end(),
                                    [&](const auto* variable) { return plan_.needsCopies(*variable); });
    std::vector<std::string> statements = copiesOf(span), names;
    if (areAll && (variables.size() > 1 || !isPlainValue(*variables.front()))) return statements;
    std::vector<unsigned> begins;
    for (const auto* variable : variables) {
        const auto name = edits_.span({variable->getLocation(), variable->getLocation()});
        if (!name) return statements;
        begins.push_back(name->first);
        while (std::string_view(" \t*").find(source[begins.back() - 1]) != std::string_view::npos)
            --begins.back();
        begins.back() = static_cast<unsigned>(source.find_first_not_of(" \t", begins.back()));
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::size_t behind = i + 1 < begins.size() ? begins[i + 1] : span.first + span.second;
        const std::size_t end = source.find_last_of(i + 1 < begins.size() ? ',' : ';', behind - 1);
        const Span name{begins[i], static_cast<unsigned>(end) - begins[i]};
        auto copies = plan_.needsCopies(*variables[i]) ? copiesOf(name) : std::vector{copyOf(name, 0)};
        std::move(copies.begin(), copies.end(), std::back_inserter(names));
    }
    const std::string head = source.substr(span.first, begins.front() - span.first);
    const std::string line = head + joined(names, ", ") + ";";
    if (indent.size() + line.size() <= longestLine) return {line};
    return areAll ? statements : std::vector{head + joined(names, ",\n" + indent + unit_) + ";"};
}

void JamText::writeStatement(const clang::Stmt& statement, const std::string& indent) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&statement)) return writeBlock(*block, indent);
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(&statement))
        return writeStatement(*attributed->getSubStmt(), indent);
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement)) writeCondition(*branch);
    for (const auto& body : bodiesOf(statement)) writeBody(*body.statement, body.head, indent);
}

/// A condition that all items find the same names the first one's variables.
void JamText::writeCondition(const clang::IfStmt& branch) {
    const auto& shared = plan_.sharedConditions();
    if (std::find(shared.begin(), shared.end(), &branch) == shared.end()) return;
    rewritten_.push_back(branch.getCond());
    const auto place = edits_.span(branch.getCond()->getSourceRange());
    if (place) edits_.replaceAt(place->first, place->second, copyOf(*place, 0));
}

void JamText::writeBlock(const clang::CompoundStmt& block, const std::string& indent) {
    const std::string& source = scene_.text.source;
    const auto open = edits_.span({block.getLBracLoc(), block.getLBracLoc()});
    const auto close = edits_.span({block.getRBracLoc(), block.getRBracLoc()});
    if (!open || !close || !holdsRewritten(block)) return;
    const bool isOneLine = endOfLine(source, open->first) > close->first;
    std::string inner = indent + unit_;
    for (const auto* part : block.body())
        if (const unsigned begin = spanOf(*part).first; beginsLine(scene_, begin)) {
            inner = indentOf(scene_, begin);
            break;
        }
    for (const auto* part : block.body()) {
        const Span span = spanOf(*part);
        unsigned begin = span.first, end = span.first + span.second;
        std::string text;
        // On a line of its own, if it is to be more than one or the block was all on one.
        if ((isOneLine || isRewritten(*part)) && !beginsLine(scene_, begin) && begin != doneUntil_) {
            begin = static_cast<unsigned>(source.find_last_not_of(blanks, begin - 1) + 1);
            text = "\n" + inner;
        }
        if (!isRewritten(*part)) {
            if (!text.empty()) edits_.replaceAt(begin, span.first - begin, text);
            writeStatement(*part, beginsLine(scene_, span.first) ? indentOf(scene_, span.first) : inner);
            continue;
        }
        auto pieces = piecesOf(*part, span, inner);
        const std::size_t line = endOfLine(source, end);
        if (const auto rest = source.substr(end, line - end); isRemark(rest)) {
            pieces.front() += rest; // a remark stays with the first
            end = static_cast<unsigned>(line);
            text += joined(pieces, "\n" + inner);
        } else {
            end = static_cast<unsigned>(source.find_first_not_of(blanks, end));
            text += joined(pieces, "\n" + inner) + "\n" + (end == close->first ? indent : inner);
        }
        edits_.replaceAt(begin, end - begin, text);
        doneUntil_ = end;
    }
    if (!isOneLine || doneUntil_ == close->first) return;
    const auto gap = static_cast<unsigned>(source.find_last_not_of(blanks, close->first - 1) + 1);
    edits_.replaceAt(gap, close->first - gap, "\n" + indent);
}

/// Of a loop or a condition; what becomes several statements gets braces. `head` is the token before it.
void JamText::writeBody(const clang::Stmt& body, clang::SourceLocation head, const std::string& indent) {
    const std::string& source = scene_.text.source;
    if (!isRewritten(body)) {
        const unsigned begin = spanOf(body).first;
        return writeStatement(body, beginsLine(scene_, begin) ? indentOf(scene_, begin) : indent);
    }
    const auto token = edits_.span({head, head});
    if (!token) return;
    const Span span = spanOf(body);
    const unsigned behind = token->first + token->second;
    unsigned end = span.first + span.second;
    const std::string gap = source.substr(behind, span.first - behind);
    const bool isOnItsLine = gap.find('\n') != std::string::npos;
    const std::string inner = isOnItsLine ? indentOf(scene_, span.first) : indent + unit_;
    auto pieces = piecesOf(body, span, inner);
    if (!isOnItsLine)
        for (auto& piece : pieces) piece = indented(piece, unit_);
    const std::size_t line = endOfLine(source, end);
    if (const auto rest = source.substr(end, line - end); isRemark(rest)) {
        pieces.front() += rest;
        end = static_cast<unsigned>(line);
    }
    std::string text = " {" + (isOnItsLine ? gap : "\n" + inner + (isBlank(gap) ? "" : gap.substr(1))) +
                       joined(pieces, "\n" + inner) + "\n" + indent + "}";
    const std::size_t next = source.find_first_not_of(blanks, end);
    const auto* owner = parentOf(scene_.context, body);
    const bool isOfDo = owner && llvm::isa<clang::DoStmt>(owner);
    if (next != std::string::npos && (isOfDo || source.compare(next, 4, "else") == 0)) {
        text += ' ';
        end = static_cast<unsigned>(next);
    }
    edits_.replaceAt(behind, end - behind, text);
    doneUntil_ = end;
}

/// Sizes in what stays as it is.
void JamText::writeSizes() {
    for (const auto& index : scene_.facts.indexCalls) {
        const std::string text = idText(index, 0);
        const bool isDone = std::any_of(rewritten_.begin(), rewritten_.end(), [&](const clang::Stmt* part) {
            return isWithin(scene_.context, *index.call, *part);
        });
        if (!text.empty() && !isDone) edits_.replace(index.call->getSourceRange(), text);
    }
}

} // namespace warpstring::transform
