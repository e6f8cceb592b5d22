// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/parameter_names.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include "generate/patterns/literals.h"
#include "generate/patterns/pattern_names.h"

namespace warpstring::generate {

namespace {

using Path = std::vector<int>;

/// The parts of `variable` that an expression uses, each by the longest path of .0, .1 and so on.
void collectPaths(const Expr& expr, const Variable* variable, std::set<Path>& paths) {
    Path path;
    const Node* inner = &*expr;
    while (inner->op == Op::Get) {
        path.insert(path.begin(), inner->index);
        inner = &*inner->inputs[0];
    }
    if (inner->op == Op::Variable) {
        if (inner->variable.get() == variable) paths.insert(path);
        return;
    }
    for (const Expr& input : expr->inputs) collectPaths(input, variable, paths);
    for (const Function& function : expr->functions) collectPaths(function.expr(), variable, paths);
}

/// The paths that need a name so that every one in `used` begins with one of them.
void collectLeaves(const Type& type, const Path& path, const std::set<Path>& used, std::vector<Path>& leaves) {
    const auto isWithin = [&](const Path& other) {
        return other.size() > path.size() && std::equal(path.begin(), path.end(), other.begin());
    };
    if (!type.isTuple() || used.contains(path) || std::ranges::none_of(used, isWithin)) {
        leaves.push_back(path);
        return;
    }
    for (std::size_t i = 0; i < type.parts().size(); ++i) {
        Path inner = path;
        inner.push_back(static_cast<int>(i));
        collectLeaves(type.parts()[i], inner, used, leaves);
    }
}

/// Names that the body looks up outside of it: variables that nothing in it binds, user functions.
void collectOutside(const Expr& expr, std::set<const Variable*>& inside, std::set<std::string>& names) {
    if (expr->op == Op::Call) names.insert(expr->name);
    if (expr->op == Op::Variable && !inside.contains(expr->variable.get())) names.insert(expr->variable->name);
    for (const Expr& input : expr->inputs) collectOutside(input, inside, names);
    for (const Function& function : expr->functions) {
        for (const VariablePointer& parameter : function.parameters) inside.insert(parameter.get());
        collectOutside(function.expr(), inside, names);
    }
}

/// "p_q" is p and q; none where a part would be no name.
std::vector<std::string> splitName(const std::string& name) {
    std::vector<std::string> parts{""};
    for (const char c : name) {
        if (c == '_')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (const std::string& part : parts) {
        const bool isName = !part.empty() && std::isdigit(static_cast<unsigned char>(part.front())) == 0;
        if (!isName || std::ranges::count(parts, part) != 1) return {};
    }
    return parts;
}

bool hasMeaning(const std::string& name) {
    static const std::set<std::string> words{"let", "in", "id", "constant", "nearest", "wrap", "size"};
    return words.contains(name) || patternNamed(name) || !operatorNamed(name).empty() || parseValueType(name) ||
           namedNumber(name);
}

} // namespace

std::string ParameterNames::free(const std::string& wish, const std::set<std::string>& outside) const {
    std::string name = wish;
    for (int i = 2; hasMeaning(name) || taken_.contains(name) || outside.contains(name); ++i)
        name = wish + std::to_string(i);
    return name;
}

std::string ParameterNames::bind(const VariablePointer& parameter, const Expr& body) {
    std::set<const Variable*> inside{parameter.get()};
    for (const auto& [variable, name] : bound_) inside.insert(variable); // their printed names are taken
    std::set<std::string> outside;
    collectOutside(body, inside, outside);
    std::set<Path> used;
    collectPaths(body, parameter.get(), used);
    std::vector<Path> leaves;
    if (parameter->type.isTuple()) collectLeaves(parameter->type, {}, used, leaves);
    std::vector<std::string> names = splitName(parameter->name);
    Bound& bound = bound_[parameter.get()];
    if (leaves.size() < 2 || names.size() != leaves.size()) {
        bound.name = free(parameter->name, outside);
        taken_.emplace(bound.name, parameter.get());
        return bound.name;
    }
    for (std::string& name : names) {
        name = free(name, outside);
        taken_.emplace(name, parameter.get());
    }
    return pattern(bound, parameter->type, {}, leaves, names);
}

std::string ParameterNames::pattern(Bound& bound, const Type& type, const Path& path,
                                    const std::vector<Path>& leaves, std::vector<std::string>& names) {
    if (std::ranges::find(leaves, path) != leaves.end()) {
        std::string name = names.front();
        names.erase(names.begin());
        bound.parts[path] = name;
        return name;
    }
    std::string text;
    for (std::size_t i = 0; i < type.parts().size(); ++i) {
        Path inner = path;
        inner.push_back(static_cast<int>(i));
        text += (text.empty() ? "(" : ", ") + pattern(bound, type.parts()[i], inner, leaves, names);
    }
    return text + ")";
}

void ParameterNames::release(const std::vector<VariablePointer>& parameters) {
    for (const VariablePointer& parameter : parameters) {
        bound_.erase(parameter.get());
        std::erase_if(taken_, [&](const auto& entry) { return entry.second == parameter.get(); });
    }
}

std::string ParameterNames::of(const VariablePointer& variable) const {
    const auto found = bound_.find(variable.get());
    return found == bound_.end() ? variable->name : found->second.name;
}

const std::string* ParameterNames::ofPart(const Expr& get) const {
    Path path;
    const Node* inner = &*get;
    while (inner->op == Op::Get) {
        path.insert(path.begin(), inner->index);
        inner = &*inner->inputs[0];
    }
    if (inner->op != Op::Variable) return nullptr;
    const auto found = bound_.find(inner->variable.get());
    if (found == bound_.end()) return nullptr;
    const auto part = found->second.parts.find(path);
    return part == found->second.parts.end() ? nullptr : &part->second;
}

} // namespace warpstring::generate
