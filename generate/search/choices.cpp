// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/choices.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "generate/rules/listings.h"
#include "generate/rules/macros.h"
#include "generate/rules/path.h"
#include "generate/rules/rule.h"

namespace warpstring::generate {
namespace {

bool isOpen(const Expr& expr) {
    const bool isStage =
        expr->op == Op::Map || expr->op == Op::Reduce || expr->op == Op::Scan || expr->op == Op::PartRed;
    return isStage && expr->level == Level::Abstract;
}

std::string named(std::string_view name, const Numbers& numbers) {
    std::string text(name);
    if (numbers.empty()) return text;
    std::string inner;
    for (const auto& [key, value] : numbers)
        inner += (inner.empty() ? "" : ", ") + key + " = " + std::to_string(value);
    return text + "(" + inner + ")";
}

/// Collects what fits.
class Collector {
public:
    Collector(const Expr& whole, const Path& path, const Allowed& allowed)
        : whole_(whole), path_(path), allowed_(allowed) {}

    void take(const std::string& name, std::vector<Step> steps, const CodeOptions& code = {}) {
        if (!isAllowed(steps)) return;
        Expr now = whole_;
        for (const Step& step : steps) {
            if (!isLegal(now, step)) return;
            const Result<Expr> next = after(now, step);
            if (!next) return;
            now = *next;
        }
        choices.push_back({name, std::move(steps), code});
    }

    void takeMacro(std::string_view name, const Numbers& numbers, std::vector<Step> before = {},
                   const Path* at = nullptr) {
        Expr now = whole_;
        for (const Step& step : before) {
            const Result<Expr> next = after(now, step);
            if (!next) return;
            now = *next;
        }
        const Result<std::vector<Step>> steps =
            findMacro(name)->steps(now, at != nullptr ? *at : path_, numbers);
        if (!steps) return;
        const std::string text =
            before.empty() ? named(name, numbers)
                           : named(before.front().rule, before.front().numbers) + ", " + named(name, numbers);
        before.insert(before.end(), steps->begin(), steps->end());
        if (isAllowed(before)) choices.push_back({text, std::move(before), {}});
    }

    /// The thesis' reductions, by their listing's number.
    void takeListing(int number, std::int64_t group, std::int64_t chunk) {
        const Result<std::vector<Step>> steps = listing(number, whole_, path_, {group, chunk});
        if (!steps || !isAllowed(*steps)) return;
        Numbers numbers = {{"group", group}};
        if (chunk > 0) numbers["chunk"] = chunk;
        choices.push_back({named("listing-5." + std::to_string(number), numbers), *steps, {}});
    }

    std::vector<Choice> choices;

private:
    [[nodiscard]] bool isAllowed(const std::vector<Step>& steps) const {
        return std::ranges::all_of(steps, [&](const Step& step) {
            return !allowed_.never.contains(step.rule) &&
                   (allowed_.only.empty() || allowed_.only.contains(step.rule));
        });
    }

    const Expr& whole_;
    const Path& path_;
    const Allowed& allowed_;
};

/// The map that a map's function gives its result by, below patterns that only shape it.
std::optional<Path> innerMap(const Expr& site, const Path& path) {
    Path inner = path;
    inner.push_back(static_cast<int>(site->inputs.size()));
    Expr body = site->functions.front().expr();
    while (body->op == Op::Join || body->op == Op::Transpose || body->op == Op::Split || body->op == Op::Let) {
        inner.push_back(body->op == Op::Let ? 1 : 0);
        body = body->op == Op::Let ? body->functions.front().expr() : body->inputs.front();
    }
    if (body->op != Op::Map || body->level != Level::Abstract) return std::nullopt;
    return inner;
}

bool holdsReduction(const Expr& expr) {
    if (expr->op == Op::Reduce) return true;
    return std::ranges::any_of(expr->inputs, holdsReduction) ||
           std::ranges::any_of(expr->functions,
                               [](const Function& function) { return holdsReduction(function.expr()); });
}

/// Maps of reductions that a map takes its elements from: they can have kernels of their own.
std::vector<Path> reducingInputs(const Expr& expr, const Path& path) {
    std::vector<Path> found;
    for (std::size_t i = 0; i < expr->inputs.size(); ++i) {
        Path inner = path;
        inner.push_back(static_cast<int>(i));
        const Expr& input = expr->inputs[i];
        if (input->op == Op::Map && input->level == Level::Abstract &&
            holdsReduction(input->functions.front().expr()))
            found.push_back(inner);
        const std::vector<Path> deeper = reducingInputs(input, inner);
        found.insert(found.end(), deeper.begin(), deeper.end());
    }
    return found;
}

void mapChoices(Collector& collect, const Expr& site, const Path& path) {
    const std::int64_t length = site.type().length().constant().value_or(0);
    const auto step = [&](const char* rule, int dimension, const Path& where) {
        return Step{rule, where, {{"dimension", dimension}}};
    };
    const std::optional<Path> inner = innerMap(site, path);
    for (const std::int64_t local : {256, 128, 64, 512}) {
        CodeOptions code;
        code.local[0] = local;
        collect.take("map-global, groups of " + std::to_string(local), {step("map-global", 0, path)}, code);
    }
    if (inner) {
        constexpr std::array<std::array<std::int64_t, 2>, 6> shapes = {
            {{32, 8}, {64, 4}, {16, 16}, {32, 4}, {128, 2}, {256, 1}}};
        for (const auto& [x, y] : shapes) {
            CodeOptions code;
            code.local = {x, y, 0};
            collect.take("map-global in two dimensions, groups of " + std::to_string(x) + " x " +
                             std::to_string(y),
                         {step("map-global", 1, path), step("map-global", 0, *inner)}, code);
        }
        for (const std::int64_t local : {128, 256}) {
            CodeOptions code;
            code.local[0] = local;
            collect.take("map-workgroup of map-local, groups of " + std::to_string(local),
                         {step("map-workgroup", 0, path), step("map-local", 0, *inner)}, code);
        }
    }
    for (const std::int64_t group : {64, 128, 256}) collect.takeMacro("rows-by-groups", {{"group", group}});
    for (const std::int64_t group : {128, 256, 512}) {
        for (const std::int64_t keep : {0, 1})
            collect.takeMacro("rows-in-groups", {{"group", group}, {"keep", keep}});
    }
    for (const Path& rows : reducingInputs(site, path)) {
        for (const std::int64_t group : {64, 128, 256})
            collect.takeMacro("rows-by-groups", {{"group", group}}, {}, &rows);
    }
    for (const std::int64_t n : {2, 4, 8}) {
        collect.takeMacro("outputs-apart", {{"n", n}});
        collect.takeMacro("outputs-near", {{"n", n}});
    }
    for (const std::int64_t tile : {128, 256, 512}) collect.takeMacro("staged-halo", {{"tile", tile}});
    for (const char* rule : {"tile-2d", "tile-1d", "tile-transposed", "tile-stencil"}) {
        for (const Numbers& numbers : findRule(rule)->choices(site))
            collect.take(named(rule, numbers), {{rule, path, numbers}});
    }
    for (const std::int64_t width : {2, 4}) {
        if (length % width != 0) continue;
        Path vectors = path;
        vectors.push_back(0); // below asScalar
        for (const std::int64_t local : {256, 128}) {
            CodeOptions code;
            code.local[0] = local;
            collect.take("vectorize(n = " + std::to_string(width) + "), map-global, groups of " +
                             std::to_string(local),
                         {{"vectorize", path, {{"n", width}}}, step("map-global", 0, vectors)}, code);
        }
    }
}

void reductionChoices(Collector& collect, const Expr& site, const Path& path) {
    const std::int64_t length = site->inputs.front().type().length().constant().value_or(0);
    if (length <= 64) collect.take("reduce-sequential", {{"reduce-sequential", path, {}}});
    for (const std::int64_t group : {256, 128, 512}) {
        for (const std::int64_t each : {16, 8, 32, 4, 64, 2, 128}) {
            const std::int64_t chunk = group * each;
            if (chunk > length) continue;
            std::vector<Step> before;
            if (length % chunk != 0) before.push_back({"pad-reduce", path, {{"n", chunk}}});
            collect.takeMacro("reduce-in-two-kernels", {{"chunk", chunk}, {"group", group}}, before);
        }
    }
    for (const std::int64_t group : {128, 256}) {
        for (int number = 8; number <= 13; ++number) {
            for (const std::int64_t each :
                 number == 13 ? std::vector<std::int64_t>{16, 64} : std::vector<std::int64_t>{0})
                collect.takeListing(number, group, group * each);
        }
    }
    collect.take("reduce-sequential", {{"reduce-sequential", path, {}}});
}

void scanChoices(Collector& collect, const Expr& site, const Path& path) {
    const std::int64_t length = site->inputs.front().type().length().constant().value_or(0);
    for (const std::int64_t block : {1024, 2048, 4096, 8192, 16384, 32768}) {
        for (const std::int64_t part : {4, 8, 16, 32, 64, 128}) {
            std::vector<Step> before;
            if (block > length || block / part < 64 || block / part > 1024) continue;
            if (length % block != 0) before.push_back({"pad-scan", path, {{"n", block}}});
            collect.takeMacro("scan-in-blocks", {{"block", block}, {"part", part}}, before);
        }
    }
    collect.take("scan-sequential", {{"scan-sequential", path, {}}});
}

} // namespace

namespace {

/// A map that moves nothing: its function only shapes what it gets.
bool isShaping(const Expr& map) {
    const Function& function = map->functions.front();
    Expr body = function.expr();
    if (body->op == Op::Variable) return false; // a copy
    while (body->op != Op::Variable) {
        const bool shapes = body->op == Op::Join || body->op == Op::Split || body->op == Op::Transpose ||
                            body->op == Op::Take ||
                            (body->op == Op::Map && body->level == Level::Abstract && isShaping(body));
        if (!shapes) return false;
        body = body->inputs.front();
    }
    return body->variable == function.parameters.front();
}

} // namespace

std::optional<Path> openStage(const Expr& whole) {
    std::optional<Path> found;
    const std::function<void(const Expr&, Path&, bool)> visit = [&](const Expr& expr, Path& path,
                                                                    bool isFused) {
        if (found) return;
        // What a reader fuses with needs no place of its own: a map that a stage takes its elements from.
        const bool isTransparent = expr->op == Op::Map && expr->level == Level::Abstract && isShaping(expr);
        const bool isStage = (expr->op == Op::Map && !isTransparent) || expr->op == Op::Reduce ||
                             expr->op == Op::Scan || expr->op == Op::PartRed || expr->op == Op::Iterate;
        for (std::size_t i = 0; i < expr->inputs.size(); ++i) {
            path.push_back(static_cast<int>(i));
            visit(expr->inputs[i], path, isStage || (isFused && expr->op != Op::Let));
            path.pop_back();
        }
        if (expr->op == Op::Let || expr->op == Op::Iterate) {
            path.push_back(1);
            visit(expr->functions.front().expr(), path, isFused && expr->op == Op::Let);
            path.pop_back();
        }
        if (!found && !isTransparent && isOpen(expr) && (expr->op != Op::Map || !isFused)) found = path;
    };
    Path path;
    visit(whole, path, false);
    return found;
}

std::vector<Choice> choicesAt(const Expr& whole, const Path& path, const Allowed& allowed) {
    Collector collect(whole, path, allowed);
    const Expr site = siteAt(whole, path);
    if (site->op == Op::Map) mapChoices(collect, site, path);
    if (site->op == Op::Reduce) reductionChoices(collect, site, path);
    if (site->op == Op::Scan) scanChoices(collect, site, path);
    return std::move(collect.choices);
}

} // namespace warpstring::generate
