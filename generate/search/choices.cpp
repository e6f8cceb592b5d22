// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/choices.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "generate/rules/path.h"
#include "generate/rules/rule.h"
#include "generate/rules/site.h"
#include "generate/search/map_ways.h"

namespace warpstring::generate {
namespace {

bool isOpen(const Expr& expr) {
    const bool isStage =
        expr->op == Op::Map || expr->op == Op::Reduce || expr->op == Op::Scan || expr->op == Op::PartRed;
    return isStage && expr->level == Level::Abstract;
}

/// Parts that the length has to be a multiple of, by the rule that makes it so.
Collector::Steps paddedBy(const char* rule, const char* part, const Path& path, std::int64_t length) {
    return [=](const Numbers& numbers) {
        const std::int64_t multiple = numbers.at(part);
        return length % multiple == 0 ? std::vector<Step>() : std::vector{Step{rule, path, {{"n", multiple}}}};
    };
}

void reductionWays(Collector& collect, const Expr& site, const Path& path) {
    const std::int64_t length = lengthOf(site->inputs.front());
    const auto sequential = [&] {
        collect.addSteps(
            "reduce-sequential", {{}}, [](const Numbers&) { return std::string("reduce-sequential"); },
            [path](const Numbers&) { return std::vector{Step{"reduce-sequential", path, {}}}; });
    };
    if (length <= 64) sequential();
    std::vector<Numbers> chunks;
    for (const std::int64_t group : {256, 128, 512}) {
        for (const std::int64_t each : {16, 8, 32, 4, 64, 2, 128})
            if (group * each <= length) chunks.push_back({{"chunk", group * each}, {"group", group}});
    }
    collect.addMacro("reduce-in-two-kernels", "reduce-in-two-kernels", std::move(chunks), std::nullopt,
                     paddedBy("pad-reduce", "chunk", path, length));
    for (int number = 8; number <= 12; ++number) collect.addListing(number, choicesOf("group", {128, 256}));
    std::vector<Numbers> blocks;
    for (const std::int64_t group : {128, 256}) {
        for (const std::int64_t each : {16, 64}) blocks.push_back({{"chunk", group * each}, {"group", group}});
    }
    collect.addListing(13, std::move(blocks));
    if (length > 64) sequential();
}

void scanWays(Collector& collect, const Expr& site, const Path& path) {
    const std::int64_t length = lengthOf(site->inputs.front());
    std::vector<Numbers> blocks;
    for (const std::int64_t block : {1024, 2048, 4096, 8192, 16384, 32768}) {
        for (const std::int64_t part : {4, 8, 16, 32, 64, 128})
            if (block <= length && block / part >= 64 && block / part <= 1024)
                blocks.push_back({{"block", block}, {"part", part}, {"staged", 0}});
    }
    for (const std::int64_t block : {1024, 2048, 4096, 8192}) {
        for (const std::int64_t part : {4, 8, 16, 32})
            if (block <= length && block / part >= 64 && block / part <= 512)
                blocks.push_back({{"block", block}, {"part", part}, {"staged", 1}});
    }
    collect.addMacro("scan-in-blocks", "scan-in-blocks", std::move(blocks), std::nullopt,
                     paddedBy("pad-scan", "block", path, length));
    collect.addSteps(
        "scan-sequential", {{}}, [](const Numbers&) { return std::string("scan-sequential"); },
        [path](const Numbers&) { return std::vector{Step{"scan-sequential", path, {}}}; });
}

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

std::vector<Way> waysAt(const Expr& whole, const Path& path, const Allowed& allowed) {
    Collector collect(whole, path, allowed);
    const Expr site = siteAt(whole, path);
    if (site->op == Op::Map) mapWays(collect, site, path);
    if (site->op == Op::Reduce) reductionWays(collect, site, path);
    if (site->op == Op::Scan) scanWays(collect, site, path);
    return std::move(collect.ways);
}

std::vector<Numbers> numbersOf(const Way& way, Extent extent) {
    if (extent == Extent::Listed) return way.listed;
    std::map<std::string, std::set<std::int64_t>> values;
    for (const Numbers& numbers : way.listed) {
        for (const auto& [name, value] : numbers) values[name].insert(value);
    }
    std::vector<Numbers> all = {{}};
    for (auto& [name, each] : values) {
        const std::int64_t least = *each.begin(), greatest = *each.rbegin();
        if (greatest > 1) { // else a yes or no
            for (std::int64_t power = 1; power <= 2 * greatest; power *= 2)
                if (2 * power >= least) each.insert(power);
        }
        std::vector<Numbers> more;
        more.reserve(all.size() * each.size());
        for (const Numbers& begun : all) {
            for (const std::int64_t value : each) {
                more.push_back(begun);
                more.back()[name] = value;
            }
        }
        all = std::move(more);
    }
    return all;
}

std::vector<Choice> choicesAt(const Expr& whole, const Path& path, const Allowed& allowed) {
    std::vector<Choice> choices;
    for (const Way& way : waysAt(whole, path, allowed)) {
        for (const Numbers& numbers : way.listed)
            if (std::optional<Choice> choice = way.choice(numbers)) choices.push_back(*std::move(choice));
    }
    return choices;
}

} // namespace warpstring::generate
