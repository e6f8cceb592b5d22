// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/map_ways.h"

#include "generate/rules/path.h"
#include "generate/rules/rule.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

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

/// Several outputs a work-item, in one dimension or, of maps within the outer map, in two.
void togetherWays(Collector& collect, const Expr& whole, const Path& path, const std::optional<Path>& inner) {
    const auto below = [&](Path at) {
        const bool hasArrays = siteAt(whole, at)->functions.front().expr().type().isArray();
        at.insert(at.end(), hasArrays ? 2 : 1, 0); // split, join
        return at;
    };
    const auto numbersAt = [&](const Path& at, const std::vector<Numbers>& groups) {
        std::vector<Numbers> all;
        for (const Numbers& ns : findRule("outputs-together")->choices(siteAt(whole, at))) {
            for (Numbers group : groups) {
                group.insert(ns.begin(), ns.end());
                all.push_back(std::move(group));
            }
        }
        return all;
    };
    const auto text = [](const Numbers& numbers) {
        const auto y = numbers.find("y");
        return "outputs-together(n = " + std::to_string(numbers.at("n")) + "), groups of " +
               std::to_string(numbers.at("x")) + (y == numbers.end() ? "" : " x " + std::to_string(y->second));
    };
    const auto together = [](const Path& at, const Numbers& numbers) {
        return Step{"outputs-together", at, {{"n", numbers.at("n")}}};
    };
    collect.addSteps(
        "outputs-together", numbersAt(path, choicesOf("x", {128, 64, 256})), text,
        [=, maps = below(path)](const Numbers& numbers) {
            return std::vector{together(path, numbers), Step{"map-global", maps, {{"dimension", 0}}}};
        },
        groupOf("x"));
    if (!inner) return;
    std::vector<Numbers> shapes;
    for (const auto& [x, y] :
         std::initializer_list<std::pair<std::int64_t, std::int64_t>>{{32, 4}, {64, 4}, {16, 16}, {128, 1}})
        shapes.push_back({{"x", x}, {"y", y}});
    collect.addSteps(
        "outputs-together in two dimensions", numbersAt(*inner, shapes), text,
        [=, at = *inner, maps = below(*inner)](const Numbers& numbers) {
            return std::vector{Step{"map-global", path, {{"dimension", 1}}}, together(at, numbers),
                               Step{"map-global", maps, {{"dimension", 0}}}};
        },
        groupOf("x", "y"));
}

/// Rows of vectors, of which a work-item or a group's work-items in turn compute each.
void stencilWays(Collector& collect, const Expr& site, const Path& path) {
    std::vector<Numbers> rows;
    std::vector<Numbers> shapes;
    for (const Numbers& widths : findRule("vectorize-stencil")->choices(site)) {
        const std::int64_t n = widths.at("n");
        for (const std::int64_t group : {128, 256}) rows.push_back({{"n", n}, {"group", group}});
        for (const auto& [x, y] : std::initializer_list<std::pair<std::int64_t, std::int64_t>>{
                 {32, 8}, {32, 4}, {64, 4}, {16, 16}, {128, 2}})
            shapes.push_back({{"n", n}, {"x", x}, {"y", y}});
    }
    Path vectors = path; // in the outer map's function, below asScalar
    vectors.insert(vectors.end(), {1, 0});
    const auto inVectors = [=](const Numbers& numbers, const char* outer, int dimension, const char* inner) {
        return std::vector{Step{"vectorize-stencil", path, {{"n", numbers.at("n")}}},
                           Step{outer, path, {{"dimension", dimension}}},
                           Step{inner, vectors, {{"dimension", 0}}}};
    };
    const auto text = [](const Numbers& numbers) {
        return inGroups("vectorize-stencil(n = " + std::to_string(numbers.at("n")) + ")")(numbers);
    };
    collect.addSteps(
        "vectorize-stencil", std::move(shapes), text,
        [=](const Numbers& numbers) { return inVectors(numbers, "map-global", 1, "map-global"); },
        groupOf("x", "y"));
    collect.addSteps(
        "vectorize-stencil, a group a row", std::move(rows),
        [=](const Numbers& numbers) { return text(numbers) + " a row"; },
        [=](const Numbers& numbers) { return inVectors(numbers, "map-workgroup", 0, "map-local"); },
        groupOf("group"));
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

/// Groups of rows that fit into local memory, of those that a map takes one after the other.
std::vector<Numbers> stagedRows(const Expr& site) {
    constexpr std::int64_t mostElements = 1 << 14; // of a group
    const Type& type = site->functions.front().parameters.front()->type;
    std::vector<Numbers> choices;
    const auto offer = [&](const Type& row, std::int64_t part) {
        if (!row.isArray() || !row.element().isValue()) return;
        const std::int64_t elements = row.length().constant().value_or(0);
        for (const std::int64_t rows : {64, 128, 256})
            if (elements > 1 && rows * elements <= mostElements && dividesLength(rows, lengthOf(site)))
                choices.push_back({{"part", part}, {"rows", rows}});
    };
    offer(type, 0);
    if (type.isTuple()) {
        for (std::size_t i = 0; i < type.parts().size(); ++i)
            offer(type.parts()[i], static_cast<std::int64_t>(i) + 1);
    }
    return choices;
}

} // namespace

void mapWays(Collector& collect, const Expr& site, const Path& path) {
    const std::int64_t length = lengthOf(site);
    const auto step = [](const char* rule, int dimension, const Path& where) {
        return Step{rule, where, {{"dimension", dimension}}};
    };
    const std::optional<Path> inner = innerMap(site, path);
    collect.addSteps(
        "map-global", choicesOf("group", {256, 128, 64, 512}), inGroups("map-global"),
        [=](const Numbers&) { return std::vector{step("map-global", 0, path)}; }, groupOf("group"));
    if (inner) {
        std::vector<Numbers> shapes;
        for (const auto& [x, y] : std::initializer_list<std::pair<std::int64_t, std::int64_t>>{
                 {32, 8}, {64, 4}, {16, 16}, {32, 4}, {128, 2}, {256, 1}})
            shapes.push_back({{"x", x}, {"y", y}});
        collect.addSteps(
            "map-global in two dimensions", std::move(shapes), inGroups("map-global in two dimensions"),
            [=](const Numbers&) {
                return std::vector{step("map-global", 1, path), step("map-global", 0, *inner)};
            },
            groupOf("x", "y"));
        collect.addSteps(
            "map-workgroup of map-local", choicesOf("group", {128, 256}),
            inGroups("map-workgroup of map-local"),
            [=](const Numbers&) {
                return std::vector{step("map-workgroup", 0, path), step("map-local", 0, *inner)};
            },
            groupOf("group"));
    }
    const std::vector<Numbers> groups = choicesOf("group", {64, 128, 256});
    collect.addMacro("rows-by-groups", "rows-by-groups", groups);
    int input = 0;
    for (const Path& rows : reducingInputs(site, path))
        collect.addMacro("rows-by-groups of input " + std::to_string(++input), "rows-by-groups", groups, rows);
    std::vector<Numbers> kept;
    for (const std::int64_t group : {128, 256, 512})
        for (const std::int64_t keep : {0, 1}) kept.push_back({{"group", group}, {"keep", keep}});
    collect.addMacro("rows-in-groups", "rows-in-groups", std::move(kept));
    collect.addMacro("rows-staged", "rows-staged", stagedRows(site));
    collect.addMacro("outputs-apart", "outputs-apart", choicesOf("n", {2, 4, 8}));
    collect.addMacro("outputs-near", "outputs-near", choicesOf("n", {2, 4, 8}));
    collect.addMacro("staged-halo", "staged-halo", choicesOf("tile", {128, 256, 512}));
    for (const char* rule : {"tile-2d", "tile-1d", "tile-transposed", "tile-stencil"}) {
        collect.addSteps(
            rule, findRule(rule)->choices(site),
            [rule](const Numbers& numbers) { return named(rule, numbers); },
            [=](const Numbers& numbers) { return std::vector{Step{rule, path, numbers}}; });
    }
    togetherWays(collect, collect.whole(), path, inner);
    stencilWays(collect, site, path);
    collect.addMacro("fused-tiles", "fused-tiles", fusedTileChoices(site));
    std::vector<Numbers> vectors;
    for (const std::int64_t width : {2, 4}) {
        for (const std::int64_t group : {256, 128})
            if (length % width == 0) vectors.push_back({{"width", width}, {"group", group}});
    }
    Path scalars = path;
    scalars.push_back(0); // below asScalar
    collect.addSteps(
        "vectorize", std::move(vectors),
        [](const Numbers& numbers) {
            return "vectorize(n = " + std::to_string(numbers.at("width")) + "), map-global, groups of " +
                   std::to_string(numbers.at("group"));
        },
        [=](const Numbers& numbers) {
            return std::vector{Step{"vectorize", path, {{"n", numbers.at("width")}}},
                               step("map-global", 0, scalars)};
        },
        groupOf("group"));
}

} // namespace warpstring::generate
