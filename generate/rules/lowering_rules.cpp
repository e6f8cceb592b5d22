// SPDX-License-Identifier: GPL-3.0-or-later
// Rules from algorithmic patterns to those of OpenCL: who runs them, where results lie, vectors.
#include <algorithm>
#include <array>

#include "generate/form/substitute.h"
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

Expr run(const Expr& site, Op op, Level level, int dimension) {
    if (!is(site, op, Level::Abstract)) return {};
    Node node = *site;
    node.level = level;
    node.dimension = dimension;
    return build::node(std::move(node));
}

Expr mapInDimension(const Expr& site, Level level, const Numbers& numbers) {
    const std::int64_t dimension = number(numbers, "dimension").value_or(-1);
    return dimension >= 0 && dimension <= 2 ? run(site, Op::Map, level, static_cast<int>(dimension)) : Expr();
}

Expr mapWorkgroup(const Expr& site, const Numbers& numbers) {
    return mapInDimension(site, Level::Workgroup, numbers);
}
Expr mapGlobal(const Expr& site, const Numbers& numbers) {
    return mapInDimension(site, Level::Global, numbers);
}
Expr mapLocal(const Expr& site, const Numbers& numbers) { return mapInDimension(site, Level::Local, numbers); }
Expr mapWarp(const Expr& site, const Numbers&) { return run(site, Op::Map, Level::Warp, 0); }
Expr mapLane(const Expr& site, const Numbers&) { return run(site, Op::Map, Level::Lane, 0); }
Expr mapSequential(const Expr& site, const Numbers&) { return run(site, Op::Map, Level::Sequential, 0); }
Expr reduceSequential(const Expr& site, const Numbers&) { return run(site, Op::Reduce, Level::Sequential, 0); }
Expr scanSequential(const Expr& site, const Numbers&) { return run(site, Op::Scan, Level::Sequential, 0); }

std::vector<Numbers> dimensions(const Expr& site) {
    return is(site, Op::Map, Level::Abstract) ? choicesOf("dimension", {0, 1, 2}) : std::vector<Numbers>();
}

Expr reorderNot(const Expr& site, const Numbers&) {
    return is(site, Op::Reorder) ? site->inputs.front() : Expr();
}

Expr reorderStride(const Expr& site, const Numbers& numbers) {
    const std::int64_t stride = positive(numbers, "stride");
    if (!is(site, Op::Reorder) || !dividesLength(stride, lengthOf(site))) return {};
    return build::reorderStride(stride, site->inputs.front());
}

std::vector<Numbers> strides(const Expr& site) {
    return is(site, Op::Reorder) ? choicesOf("stride", usefulDivisors(lengthOf(site))) : std::vector<Numbers>();
}

Expr reorderStrideOfLength(const Expr& site, const Numbers& numbers) {
    const std::int64_t parts = positive(numbers, "parts");
    if (!is(site, Op::Reorder) || !dividesLength(parts, lengthOf(site))) return {};
    return build::reorderStrideOfLength(parts, site->inputs.front());
}

std::vector<Numbers> parts(const Expr& site) {
    return is(site, Op::Reorder) ? choicesOf("parts", usefulDivisors(lengthOf(site))) : std::vector<Numbers>();
}

bool runsIn(const Expr& site, std::initializer_list<Level> levels) {
    return is(site, Op::Map) && std::ranges::find(levels, site->level) != levels.end();
}

Expr toLocal(const Expr& site, const Numbers&) {
    return runsIn(site, {Level::Local, Level::Warp, Level::Lane}) ? build::toLocal(site) : Expr();
}

Expr toGlobal(const Expr& site, const Numbers&) {
    return runsIn(site, {Level::Workgroup, Level::Global, Level::Local, Level::Warp, Level::Lane})
               ? build::toGlobal(site)
               : Expr();
}

Expr toPrivate(const Expr& site, const Numbers&) {
    return runsIn(site, {Level::Local, Level::Sequential}) ? build::toPrivate(site) : Expr();
}

/// Nothing but operators that OpenCL C has for vectors as for scalars, of the parameter, literals and what is
/// around.
bool isArithmetic(const Expr& expr) {
    static constexpr auto onVectors = std::to_array<std::string_view>(
        {"+",   "-",   "*",     "/",    "neg", "min",   "max",   "fabs", "sqrt", "rsqrt", "exp", "log", "sin",
         "cos", "tan", "floor", "ceil", "pow", "hypot", "atan2", "fma",  "mad",  "%",     "&",   "|",   "^"});
    if (expr->op == Op::Variable || expr->op == Op::Literal) return expr.type().isValue();
    if (expr->op == Op::Get) return is(expr->inputs.front(), Op::Variable);
    return expr->op == Op::Operator && std::ranges::find(onVectors, expr->name) != onVectors.end() &&
           std::ranges::all_of(expr->inputs, isArithmetic);
}

/// Whether a function that OpenCL C has for operands of one type alone would get a vector and a scalar.
bool mixesWidths(const Expr& expr) {
    static constexpr auto ofOneType = std::to_array<std::string_view>({"pow", "hypot", "atan2", "fma", "mad"});
    const auto isOtherwise = [&](const Expr& input) { return !(input.type() == expr.type()); };
    return (std::ranges::find(ofOneType, expr->name) != ofOneType.end() &&
            std::ranges::any_of(expr->inputs, isOtherwise)) ||
           std::ranges::any_of(expr->inputs, mixesWidths);
}

/// Arrays of scalars as vectors: one, or each of a zip.
Expr inVectors(std::int64_t width, const Expr& array) {
    if (!is(array, Op::Zip)) return build::asVector(width, array);
    std::vector<Expr> arrays;
    for (const Expr& each : array->inputs) arrays.push_back(build::asVector(width, each));
    return build::zip(std::move(arrays));
}

Expr vectorize(const Expr& site, const Numbers& numbers) {
    const std::int64_t width = positive(numbers, "n");
    if (!is(site, Op::Map) || width < 2 || !isArithmetic(site->functions.front().expr())) return {};
    const Expr vectors = inVectors(width, site->inputs.front());
    if (vectors.empty()) return {};
    const Result<Function> function = retyped(site->functions.front(), {vectors.type().element()});
    if (!function || mixesWidths(function->expr())) return {};
    const Expr scalars = build::asScalar(build::map(runOf(*site), *function, vectors));
    return !scalars.empty() && scalars.type() == site.type() ? scalars : Expr();
}

std::vector<Numbers> widths(const Expr& site) {
    std::vector<std::int64_t> fitting;
    for (const std::int64_t width : {2, 4, 8, 16}) {
        if (is(site, Op::Map) && dividesLength(width, lengthOf(site))) fitting.push_back(width);
    }
    return choicesOf("n", fitting);
}

} // namespace

std::vector<Rule> loweringRules() {
    return {
        {"map-workgroup", "figure 5.8a, equation 5.9", "map is run by work-groups", mapWorkgroup, dimensions},
        {"map-global", "figure 5.8a, equation 5.9", "map is run by all work-items", mapGlobal, dimensions},
        {"map-local", "figure 5.8a, equation 5.9", "map is run by the work-items of a group", mapLocal,
         dimensions},
        {"map-warp", "figure 5.8a, equation 5.9", "map is run by the warps of a group", mapWarp, noNumbers},
        {"map-lane", "figure 5.8a, equation 5.9", "map is run by the lanes of a warp", mapLane, noNumbers},
        {"map-sequential", "figure 5.8a, equation 5.9", "map is run by one work-item", mapSequential,
         noNumbers},
        {"reduce-sequential", "figure 5.8b, equation 5.10", "reduce is run by one work-item", reduceSequential,
         noNumbers},
        {"scan-sequential", "equation 5.10, of scan", "scan is run by one work-item", scanSequential,
         noNumbers},
        {"reorder-not", "figure 5.8c, equation 5.11", "reorder may leave the order", reorderNot, noNumbers},
        {"reorder-stride", "figure 5.8c, equation 5.11", "reorder may be by a stride", reorderStride, strides},
        {"reorder-stride-of-length", "figure 5.8c, equation 5.11",
         "reorder may be by the stride length / parts, where lengths change", reorderStrideOfLength, parts},
        {"to-local", "figure 5.8d, equation 5.12", "a group's map leaves its result in local memory", toLocal,
         noNumbers},
        {"to-global", "figure 5.8d, equation 5.12",
         "a map leaves its result in global memory; of all groups that ends a kernel", toGlobal, noNumbers},
        {"to-private", "equation 5.12, of private memory", "a map leaves its result in private memory",
         toPrivate, noNumbers},
        {"vectorize", "figure 5.8e, equation 5.13",
         "map f is asScalar after map f of vectors after asVector n, f of arithmetic alone", vectorize, widths},
    };
}

} // namespace warpstring::generate
