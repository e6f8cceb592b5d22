// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/choices.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "generate/rules/listings.h"
#include "generate/rules/macros.h"
#include "generate/rules/path.h"
#include "generate/rules/rule.h"
#include "generate/rules/site.h"

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

/// Ways of one stage. What they hold is theirs: they outlive this.
class Collector {
public:
    using Make = std::function<std::optional<Choice>(const Numbers&)>;

    Collector(Expr whole, Path path, Allowed allowed)
        : whole_(std::move(whole)), path_(std::move(path)), allowed_(std::move(allowed)) {}

    void add(const std::string& name, std::vector<Numbers> listed, Make make) {
        if (listed.empty()) return;
        ways.push_back({name, std::move(listed),
                        [name, make = std::move(make),
                         allowed = allowed_](const Numbers& numbers) -> std::optional<Choice> {
                            std::optional<Choice> choice = make(numbers);
                            if (!choice || !areAllowed(allowed, choice->steps)) return std::nullopt;
                            choice->way = name;
                            choice->numbers = numbers;
                            return choice;
                        }});
    }

    using Steps = std::function<std::vector<Step>(const Numbers&)>;
    using Group = std::function<std::array<std::int64_t, 3>(const Numbers&)>;
    /// Steps that are written down; `group` gives the local sizes, none where it is empty.
    void addSteps(const std::string& name, std::vector<Numbers> listed,
                  std::function<std::string(const Numbers&)> text, Steps steps, Group group = {}) {
        add(name, std::move(listed),
            [whole = whole_, text = std::move(text), steps = std::move(steps),
             group = std::move(group)](const Numbers& numbers) -> std::optional<Choice> {
                Choice choice{text(numbers), steps(numbers), {}, {}, {}};
                if (group) choice.code.local = group(numbers);
                if (choice.code.local[0] * std::max<std::int64_t>(1, choice.code.local[1]) > mostItems)
                    return std::nullopt;
                Expr now = whole;
                for (const Step& step : choice.steps) {
                    if (!isLegal(now, step)) return std::nullopt;
                    const Result<Expr> next = after(now, step);
                    if (!next) return std::nullopt;
                    now = *next;
                }
                return choice;
            });
    }

    /// A macro, after steps that the numbers want; at `at` instead of the stage where that is told.
    void addMacro(const std::string& name, std::string_view macro, std::vector<Numbers> listed,
                  const std::optional<Path>& at = std::nullopt, Steps before = {}) {
        add(name, std::move(listed),
            [whole = whole_, path = at.value_or(path_), name, macro,
             before = std::move(before)](const Numbers& numbers) -> std::optional<Choice> {
                Choice choice{named(name, numbers), before ? before(numbers) : std::vector<Step>(), {}, {}, {}};
                Expr now = whole;
                for (const Step& step : choice.steps) {
                    const Result<Expr> next = after(now, step);
                    if (!next) return std::nullopt;
                    now = *next;
                    choice.name = named(step.rule, step.numbers) + ", " + choice.name;
                }
                const Result<std::vector<Step>> steps = findMacro(macro)->steps(now, path, numbers);
                if (!steps) return std::nullopt;
                choice.steps.insert(choice.steps.end(), steps->begin(), steps->end());
                return choice;
            });
    }

    /// The thesis' reductions, by their listing's number.
    void addListing(int number, std::vector<Numbers> listed) {
        const std::string name = "listing-5." + std::to_string(number);
        add(name, std::move(listed),
            [whole = whole_, path = path_, name, number](const Numbers& numbers) -> std::optional<Choice> {
                const auto chunk = numbers.find("chunk");
                const Result<std::vector<Step>> steps = listing(
                    number, whole, path, {numbers.at("group"), chunk == numbers.end() ? 0 : chunk->second});
                if (!steps) return std::nullopt;
                return Choice{named(name, numbers), *steps, {}, {}, {}};
            });
    }

    [[nodiscard]] const Expr& whole() const { return whole_; }

    std::vector<Way> ways;

private:
    static constexpr std::int64_t mostItems = 1024; ///< of a group

    [[nodiscard]] static bool areAllowed(const Allowed& allowed, const std::vector<Step>& steps) {
        return std::ranges::all_of(steps, [&](const Step& step) { return isAllowed(step.rule, allowed); });
    }

    Expr whole_;
    Path path_;
    Allowed allowed_;
};

Collector::Group groupOf(std::string_view x, std::string_view y = {}) {
    return [x, y](const Numbers& numbers) -> std::array<std::int64_t, 3> {
        return {number(numbers, x).value_or(0), number(numbers, y).value_or(0), 0};
    };
}

std::function<std::string(const Numbers&)> inGroups(const std::string& name) {
    return [name](const Numbers& numbers) {
        const auto y = numbers.find("y");
        if (y == numbers.end()) return name + ", groups of " + std::to_string(numbers.at("group"));
        return name + ", groups of " + std::to_string(numbers.at("x")) + " x " + std::to_string(y->second);
    };
}

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
