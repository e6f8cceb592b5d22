// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/merged_items.h"

#include <algorithm>

#include "tuning/transform/guard.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

std::string called(const char* function, unsigned dimension) {
    return std::string(function) + "(" + std::to_string(dimension) + ")";
}

std::int64_t spanOf(const Launch& launch, const MergedItems& items) {
    return items.isBlocked ? items.times
                           : items.times * static_cast<std::int64_t>(launch.range.local[items.dimension]);
}

/// The work-items that the launch's groups make when they are merged, in those that there were.
std::int64_t itemsDone(const Launch& launch, const MergedItems& items) {
    const auto whole = items.times * static_cast<std::int64_t>(launch.range.local[items.dimension]);
    const auto global = static_cast<std::int64_t>(launch.range.global[items.dimension]);
    return (global + whole - 1) / whole * whole;
}

/// "id < edge" or its contrary.
struct Edge {
    const clang::Expr* bound = nullptr;
    std::int64_t further = 0; ///< added to the bound
};

std::optional<Edge> edgeOf(const Scene& scene, unsigned dimension, const clang::BinaryOperator& comparison) {
    auto opcode = comparison.getOpcode();
    if (!clang::BinaryOperator::isRelationalOp(opcode)) return std::nullopt;
    const clang::Expr* bound = comparison.getRHS();
    if (!isGlobalId(scene, *comparison.getLHS(), dimension)) {
        if (!isGlobalId(scene, *comparison.getRHS(), dimension)) return std::nullopt;
        opcode = clang::BinaryOperator::reverseComparisonOp(opcode);
        bound = comparison.getLHS();
    }
    return Edge{bound, opcode == clang::BO_LE || opcode == clang::BO_GT ? 1 : 0};
}

/// By where the two sides lie; only where no items are added, of which ranges know nothing.
bool alwaysComesOutTheSame(const Scene& scene, const Launch& launch, const clang::BinaryOperator& comparison) {
    const auto left = rangeOf(scene, launch, *comparison.getLHS());
    const auto right = rangeOf(scene, launch, *comparison.getRHS());
    if (!left || !right) return false;
    switch (comparison.getOpcode()) {
    case clang::BO_LT:
    case clang::BO_GE: return left->high < right->low || left->low >= right->high;
    case clang::BO_GT:
    case clang::BO_LE: return left->low > right->high || left->high <= right->low;
    default: return false;
    }
}

} // namespace

std::string MergedItems::groupId(std::int64_t j) const {
    const std::string first = called("get_group_id", dimension) + " * " + std::to_string(times);
    return j == 0 ? first : first + " + " + std::to_string(j);
}

std::string MergedItems::globalId(std::int64_t j) const {
    if (isBlocked) {
        const std::string first = called("get_global_id", dimension) + " * " + std::to_string(times);
        return j == 0 ? first : first + " + " + std::to_string(j);
    }
    std::string group = groupId(j);
    if (j > 0) group.insert(0, 1, '(').append(1, ')');
    return group + " * " + called("get_local_size", dimension) + " + " + called("get_local_id", dimension);
}

std::string MergedItems::spacing() const { return isBlocked ? "1" : called("get_local_size", dimension); }

bool isRounded(const Launch& launch, const MergedItems& items) {
    return itemsDone(launch, items) != static_cast<std::int64_t>(launch.range.global[items.dimension]);
}

bool isSameForMerged(const Scene& scene, const MergedItems& items, const clang::BinaryOperator& comparison) {
    const auto edge = edgeOf(scene, items.dimension, comparison);
    return std::all_of(scene.launches.begin(), scene.launches.end(), [&](const Launch& launch) {
        if (!isRounded(launch, items) && alwaysComesOutTheSame(scene, launch, comparison)) return true;
        const auto bound = edge ? valueOf(scene, launch, *edge->bound) : std::nullopt;
        if (!bound) return false;
        const std::int64_t at = *bound + edge->further;
        return at <= 0 || at >= itemsDone(launch, items) || at % spanOf(launch, items) == 0;
    });
}

} // namespace warpstring::transform
