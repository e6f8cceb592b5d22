// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/check/random_way.h"

#include <string>
#include <utility>

#include "core/random/draws.h"
#include "generate/rules/deriver.h"
#include "generate/rules/macros.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

using random_kernels::Draws;

constexpr std::size_t mostPlaces = 120;
constexpr int mostLoweringSteps = 24;

/// Rules that give patterns a place to run and their results one to lie.
const std::set<std::string>& loweringNames() {
    static const std::set<std::string> names = {
        "map-workgroup",  "map-global",      "map-local",        "map-warp",      "map-lane",
        "map-sequential", "part-red-whole",  "scan-whole",       "reorder-not",   "reorder-stride",
        "to-local",       "to-global",       "to-private",       "reduce-of-one", "reduce-sequential",
        "part-red-split", "scan-sequential", "part-red-iterate", "part-red-apart"};
    return names;
}

/// Rules that put patterns into each other, where groups and their work-items find a place.
const std::set<std::string>& nestingNames() {
    static const std::set<std::string> names = {
        "split-join",     "split-join-strided", "identity-before",  "identity-behind", "part-red-apart",
        "part-red-split", "part-red-reorder",   "reduction",        "reduction-whole", "part-red-iterate",
        "scan-blocks",    "scan-tree",          "slide-tiles",      "tile-1d",         "tile-2d",
        "tile-stencil",   "vectorize",          "vectorize-reduce", "pad-map",         "map-of-join",
        "fuse-maps",      "fuse-reduce-map"};
    return names;
}

/// What is inside of groups is rarer than what is outside.
int weightOf(const Step& step) {
    if (step.rule == "map-lane") return 30;
    if (step.rule == "map-local" || step.rule == "to-local") return 16;
    if (step.rule == "map-workgroup") return 8;
    if (step.rule == "reduce-sequential" || step.rule == "scan-sequential") return 6;
    if (step.rule == "map-global" || step.rule == "map-warp") return 3;
    return step.rule == "map-sequential" || step.rule.starts_with("to-") ? 1 : 2;
}

const Step& someStep(const std::vector<Step>& moves, Draws& draws) {
    std::int64_t sum = 0;
    for (const Step& move : moves) sum += weightOf(move);
    std::int64_t left = draws.between(0, sum - 1);
    for (const Step& move : moves) {
        left -= weightOf(move);
        if (left < 0) return move;
    }
    return moves.back();
}

CodeOptions someOptions(Draws& draws) {
    CodeOptions options;
    if (draws.chance(50)) options.local[0] = draws.of({1, 2, 4, 8, 32, 64});
    if (draws.chance(20)) options.local[1] = draws.of({1, 2, 3});
    if (draws.chance(30)) options.groups[0] = draws.of({1, 2, 3});
    return options;
}

/// Abstract patterns that no function holds.
std::vector<Path> openPlaces(const Expr& body) {
    std::vector<Path> places;
    for (const Path& path : positions(body)) {
        if (!around(body, path).empty()) continue;
        const Expr site = siteAt(body, path);
        if (is(site, Op::Map, Level::Abstract) || is(site, Op::Reduce, Level::Abstract) ||
            is(site, Op::Scan, Level::Abstract))
            places.push_back(path);
    }
    return places;
}

/// A map by groups, perhaps of elements that they copy to local memory first.
Result<std::vector<Step>> mappedByGroups(const Expr& whole, const Path& path, Draws& draws) {
    const Numbers first = {{"dimension", 0}};
    const std::vector<std::int64_t> parts = usefulDivisors(lengthOf(siteAt(whole, path)));
    Deriver derive(whole, path);
    if (parts.empty()) return derive.steps();
    derive.step("split-join", {{"n", draws.of(parts)}}).step("map-workgroup", first);
    const auto isGroup = [](const Expr& site) { return is(site, Op::Map, Level::Workgroup); };
    derive.inside(isGroup, [&](Deriver& within) {
        if (draws.chance(60))
            within.step("identity-before").step("map-local", first, 0, isIdentity).step("to-local");
        within.step("map-local", first);
    });
    return derive.steps();
}

/// A known implementation of what is at one of the open places, by numbers that may fit.
std::vector<Step> someImplementation(const Expr& body, Draws& draws) {
    const std::vector<Path> places = openPlaces(body);
    if (places.empty()) return {};
    const Path& path = draws.of(places);
    const Expr site = siteAt(body, path);
    Result<std::vector<Step>> steps = std::vector<Step>();
    const std::int64_t group = draws.of({2, 4, 8});
    if (is(site, Op::Map)) {
        if (draws.chance(30))
            steps = findMacro(draws.chance(50) ? "rows-by-groups" : "staged-halo")
                        ->steps(body, path, {{"group", group}, {"tile", group}});
        if (!steps || steps->empty()) steps = mappedByGroups(body, path, draws);
    } else if (is(site, Op::Reduce)) {
        const char* name = draws.chance(50) ? "reduce-in-chunks" : "reduce-in-two-kernels";
        steps = findMacro(name)->steps(body, path, {{"group", group}, {"chunk", group * draws.of({1, 2, 4})}});
    } else {
        steps =
            findMacro("scan-in-blocks")
                ->steps(body, path, {{"block", group * draws.of({1, 2, 4})}, {"part", draws.of({1, 2, 4})}});
    }
    return steps ? *steps : std::vector<Step>();
}

} // namespace

Result<RandomWay> randomWay(const Program& program, std::uint64_t seed, std::uint64_t index) {
    Draws draws(seed + 3, index);
    RandomWay way{{program, {}}, program, someOptions(draws), {}};
    const auto take = [&](const Step& step) {
        Result<Expr> next = after(way.form.body, step);
        if (!next) return false;
        way.form.body = *next;
        way.derivation.steps.push_back(step);
        return true;
    };
    const auto isSmall = [&] { return positions(way.form.body).size() < mostPlaces; };
    const bool isNesting = draws.chance(60);
    for (std::int64_t left = draws.between(0, 3); left > 0 && isSmall(); --left) {
        const std::vector<Step> moves =
            applicable(way.form.body, {isNesting ? nestingNames() : std::set<std::string>(), {}});
        if (moves.empty() || !take(draws.of(moves))) break;
    }
    for (std::int64_t left = draws.between(0, 2); left > 0 && isSmall(); --left) {
        for (const Step& step : someImplementation(way.form.body, draws)) take(step);
    }
    Result<Generated> generated = generateCode(way.form, way.code);
    for (int i = 0; i < mostLoweringSteps && isSmall(); ++i) {
        if (generated && draws.chance(15)) break;
        const std::vector<Step> moves = applicable(way.form.body, {loweringNames(), {}});
        if (moves.empty()) break;
        const RandomWay before = way;
        if (!take(someStep(moves, draws))) break;
        Result<Generated> next = generateCode(way.form, way.code);
        if (generated && !next) { // one step too far
            way = before;
            continue;
        }
        generated = std::move(next);
    }
    if (!generated) return generated.diagnostics();
    way.generated = std::move(*generated);
    return way;
}

} // namespace warpstring::generate
