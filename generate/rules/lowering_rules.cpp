// SPDX-License-Identifier: GPL-3.0-or-later
// Rules from algorithmic patterns to those of OpenCL: who runs them and where results lie.
#include <algorithm>

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
    };
}

} // namespace warpstring::generate
