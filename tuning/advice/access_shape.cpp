// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/access_shape.h"

namespace warpstring::advice {

namespace {

/// Between the active work-items that are neighbours in a dimension; in the first one, those of a warp.
std::optional<std::int64_t> localDistance(const evaluation::AccessPiece& piece, const NDRange& range,
                                          std::size_t dimension, std::size_t warpSize) {
    if (range.local[dimension] < 2) return std::nullopt;
    if (piece.offset.low.size() == 1) return 0;
    std::size_t apart = 1;
    for (std::size_t d = 0; d < dimension; ++d) apart *= range.local[d];
    std::optional<std::int64_t> distance;
    for (std::size_t item = 0; item + apart < piece.offset.low.size(); ++item) {
        if (item / apart % range.local[dimension] + 1 == range.local[dimension]) continue;
        if (dimension == 0 && item % warpSize + 1 == warpSize) continue;
        if (!piece.active.contains(static_cast<int>(item)) ||
            !piece.active.contains(static_cast<int>(item + apart)))
            continue;
        const std::int64_t own = piece.offset.lowAt(item + apart) - piece.offset.lowAt(item);
        if (distance && *distance != own) return std::nullopt;
        distance = own;
    }
    return distance;
}

} // namespace

AccessShape shapeOf(const Pdg& pdg, const evaluation::Evaluation& evaluation, const MemoryAccess& access) {
    AccessShape shape;
    shape.hangsOnData = !access.offset || (pdg.exprs.dependence(access.offset) & dataDependence) != 0;
    const auto& pieces = evaluation.accesses[access.id].pieces;
    if (pieces.empty()) return shape;
    shape.isKnown = true;
    const evaluation::AccessPiece& piece = pieces.front();
    for (std::size_t d = 0; d < 3; ++d)
        shape.local[d] =
            localDistance(piece, evaluation.launch.range, d, static_cast<std::size_t>(evaluation.warpSize));
    for (const auto& term : piece.offset.terms) {
        const std::int64_t step = piece.box.variables[term.variable].step;
        const std::int64_t each = step == 0 ? 0 : term.coefficient / step;
        if (term.variable < 3)
            shape.group[term.variable] = each;
        else
            shape.loops[LoopId(term.variable - 3)] = each;
    }
    return shape;
}

} // namespace warpstring::advice
