// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/path.h"

#include <span>
#include <utility>

#include "generate/form/build.h"
#include "generate/form/substitute.h"

namespace warpstring::generate {
namespace {

using Steps = std::span<const int>;

Expr child(const Node& node, int index) {
    const auto inputs = static_cast<int>(node.inputs.size());
    if (index < 0 || index >= inputs + static_cast<int>(node.functions.size())) return {};
    return index < inputs ? node.inputs[static_cast<std::size_t>(index)]
                          : node.functions[static_cast<std::size_t>(index - inputs)].expr();
}

int childCount(const Node& node) { return static_cast<int>(node.inputs.size() + node.functions.size()); }

Diagnostic derivationFault(const Node& node, std::string_view code, const std::string& message) {
    return Diagnostic{.code = "derivation." + std::string(code),
                      .severity = Severity::Error,
                      .place = node.place,
                      .message = message,
                      .hint = {}};
}

void collect(const Expr& expr, Path& path, std::vector<Path>& found) {
    found.push_back(path);
    for (int i = 0; i < childCount(*expr); ++i) {
        path.push_back(i);
        collect(child(*expr, i), path, found);
        path.pop_back();
    }
}

/// Functions whose parameters no longer have the types that the inputs give.
Result<Expr> retypedNode(Node node) {
    for (std::size_t i = 0; i < node.functions.size(); ++i) {
        const std::optional<std::vector<Type>> types = parameterTypes(node, i);
        if (!types) continue;
        bool fits = true;
        for (std::size_t p = 0; p < types->size(); ++p)
            fits = fits && node.functions[i].parameters[p]->type == (*types)[p];
        if (fits) continue;
        Result<Function> function = retyped(node.functions[i], *types);
        if (!function) return function.diagnostics();
        node.functions[i] = *function;
    }
    return infer(std::move(node));
}

/// Both bodies have to give the same types each time.
Result<Expr> iterateWith(const Node& old, Node changed) {
    Type type = old.inputs.front().type();
    for (std::int64_t i = 0; i < old.count; ++i) {
        const Result<Function> before = retyped(old.functions.front(), {type});
        const Result<Function> now = retyped(changed.functions.front(), {type});
        if (!before) return before.diagnostics();
        if (!now) return now.diagnostics();
        if (!(now->body->type == before->body->type))
            return derivationFault(old, "iterate",
                                   "the new form fits no more the " + std::to_string(i + 1) + "th time");
        if (before->body->type == type) break;
        type = before->body->type;
    }
    changed.type = old.type;
    return Expr(std::make_shared<const Node>(std::move(changed)));
}

Result<Expr> replacedBelow(const Expr& expr, Steps steps, const Expr& with) {
    if (steps.empty()) return with;
    const Expr old = child(*expr, steps.front());
    if (old.empty()) return derivationFault(*expr, "place", "the expression has no such place");
    const Result<Expr> changed = replacedBelow(old, steps.subspan(1), with);
    if (!changed) return changed;
    Node node = *expr;
    const auto index = static_cast<std::size_t>(steps.front());
    const bool isInput = index < node.inputs.size();
    if (isInput)
        node.inputs[index] = *changed;
    else
        node.functions[index - node.inputs.size()].body = changed->pointer();
    if (!isInput && node.op == Op::Iterate) return iterateWith(*expr, std::move(node));
    if (changed->type() == old.type()) return Expr(std::make_shared<const Node>(std::move(node)));
    return retypedNode(std::move(node));
}

} // namespace

std::vector<Path> positions(const Expr& expr) {
    std::vector<Path> found;
    Path path;
    if (!expr.empty()) collect(expr, path, found);
    return found;
}

Expr siteAt(const Expr& expr, const Path& path) {
    Expr place = expr;
    for (const int step : path) {
        if (place.empty()) return {};
        place = child(*place, step);
    }
    return place;
}

Result<Expr> replacedAt(const Expr& expr, const Path& path, const Expr& with) {
    return replacedBelow(expr, path, with);
}

std::vector<Around> around(const Expr& expr, const Path& path) {
    std::vector<Around> levels;
    Expr place = expr;
    for (const int step : path) {
        if (place.empty()) break;
        const bool runs = place->op == Op::Map || place->op == Op::Reduce || place->op == Op::Scan;
        if (runs && step >= static_cast<int>(place->inputs.size()))
            levels.push_back({place->level, place->dimension});
        place = child(*place, step);
    }
    return levels;
}

} // namespace warpstring::generate
