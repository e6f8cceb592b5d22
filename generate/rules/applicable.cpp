// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/applicable.h"

#include <algorithm>

#include "core/result.h"

namespace warpstring::generate {
namespace {

Diagnostic stepFault(std::string_view code, const std::string& message, const std::string& hint) {
    return Diagnostic{.code = "derivation." + std::string(code),
                      .severity = Severity::Error,
                      .place = {},
                      .message = message,
                      .hint = hint};
}

std::string closestRule(const std::string& name) {
    std::vector<std::string> names;
    for (const Rule& rule : rules()) names.emplace_back(rule.name);
    const std::string closest = closestName(name, names);
    return closest.empty() ? "" : "is it " + closest + "?";
}

bool isWrapped(const Expr& expr, Path path) {
    if (path.empty()) return false;
    path.pop_back();
    const Op op = siteAt(expr, path)->op;
    return op == Op::ToLocal || op == Op::ToGlobal || op == Op::ToPrivate;
}

bool anyOf(const std::vector<Around>& levels, Level level) {
    return std::ranges::find(levels, level, &Around::level) != levels.end();
}

/// Whether a map at `level` may stand within what is around it.
bool fitsAround(const std::vector<Around>& levels, Level level, int dimension) {
    if (anyOf(levels, Level::Sequential)) return level == Level::Sequential;
    const bool taken = std::ranges::any_of(
        levels, [&](const Around& each) { return each.level == level && each.dimension == dimension; });
    switch (level) {
    case Level::Workgroup:
        return !taken && !anyOf(levels, Level::Global) && !anyOf(levels, Level::Local) &&
               !anyOf(levels, Level::Warp);
    case Level::Global: return !taken && !anyOf(levels, Level::Workgroup);
    case Level::Local: return !taken && anyOf(levels, Level::Workgroup) && !anyOf(levels, Level::Warp);
    case Level::Warp: return !taken && anyOf(levels, Level::Workgroup) && !anyOf(levels, Level::Local);
    case Level::Lane: return !taken && anyOf(levels, Level::Warp);
    default: return true;
    }
}

} // namespace

std::string toText(const Step& step) {
    std::string text = step.rule;
    for (const auto& [name, value] : step.numbers)
        text += (text.size() == step.rule.size() ? "(" : ", ") + name + " = " + std::to_string(value);
    if (!step.numbers.empty()) text += ")";
    if (step.path.empty()) return text + " at the root";
    text += " at ";
    for (std::size_t i = 0; i < step.path.size(); ++i)
        text += (i == 0 ? "" : ".") + std::to_string(step.path[i]);
    return text;
}

Result<Expr> after(const Expr& expr, const Step& step) {
    const Rule* rule = findRule(step.rule);
    if (rule == nullptr)
        return stepFault("rule", "there is no rule \"" + step.rule + "\"", closestRule(step.rule));
    const Expr site = siteAt(expr, step.path);
    if (site.empty()) return stepFault("place", "there is no place for " + toText(step), "");
    const Expr form = rule->apply(site, step.numbers);
    if (form.empty())
        return stepFault("step", toText(step) + " does not fit", "the rule says: " + std::string(rule->says));
    return replacedAt(expr, step.path, form);
}

bool isLegal(const Expr& expr, const Step& step) {
    if (step.rule.starts_with("to-")) return !isWrapped(expr, step.path);
    const Rule* rule = findRule(step.rule);
    if (rule == nullptr || !step.rule.starts_with("map-")) return true;
    const Expr form = rule->apply(siteAt(expr, step.path), step.numbers);
    return !form.empty() && fitsAround(around(expr, step.path), form->level, form->dimension);
}

bool isAllowed(std::string_view rule, const Allowed& allowed) {
    const std::string name(rule);
    return !allowed.never.contains(name) && (allowed.only.empty() || allowed.only.contains(name));
}

std::vector<Step> applicable(const Expr& expr, const Allowed& allowed) {
    std::vector<Step> steps;
    for (const Path& path : positions(expr)) {
        const Expr site = siteAt(expr, path);
        for (const Rule& rule : rules()) {
            const std::string name(rule.name);
            if (!isAllowed(name, allowed)) continue;
            for (const Numbers& numbers : rule.choices(site)) {
                Step step{name, path, numbers};
                const Expr form = rule.apply(site, numbers);
                if (form.empty() || !isLegal(expr, step) || !replacedAt(expr, path, form)) continue;
                steps.push_back(std::move(step));
            }
        }
    }
    return steps;
}

} // namespace warpstring::generate
