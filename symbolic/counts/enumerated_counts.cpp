// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/enumerated_counts.h"

#include <algorithm>
#include <cmath>

#include "symbolic/regions/region_union.h"

namespace warpstring::symbolic {

namespace {

constexpr double mostPlaces = 1 << 16;
constexpr double largest = 9e15; // of doubles that are whole numbers

std::optional<std::int64_t> wholeNumber(double number) {
    if (!(number >= 0) || number > largest) return std::nullopt;
    const double nearest = std::round(number);
    return std::fabs(number - nearest) > 1e-6 * std::max(1.0, number)
               ? std::nullopt
               : std::optional(static_cast<std::int64_t>(nearest));
}

} // namespace

std::optional<std::int64_t> enumeratedExecutions(const evaluation::Evaluation& evaluation, RegionId region) {
    if (!evaluation.drawn.empty()) return std::nullopt;
    double sum = 0;
    for (const evaluation::Cell& cell : evaluation.regions[region].cells) {
        if (cell.openLoops != 0 || cell.scale != 1 || cell.scaleLow != cell.scaleHigh ||
            !(cell.must == cell.may))
            return std::nullopt;
        sum += cell.box.points() * cell.must.count();
    }
    return wholeNumber(sum);
}

std::optional<std::int64_t> enumeratedTransactions(const evaluation::Evaluation& evaluation, AccessId access) {
    const evaluation::AccessEvaluation& own = evaluation.accesses[access];
    if (!own.transactions.isExact() || own.isDrawn || own.isOfSomeGroups || !evaluation.drawn.empty() ||
        own.certainty != evaluation::Certainty::Exact)
        return std::nullopt;
    return wholeNumber(own.transactions.value * evaluation.warps);
}

std::optional<std::int64_t> enumeratedFootprint(const evaluation::Evaluation& evaluation,
                                                const std::vector<const MemoryAccess*>& accesses) {
    if (!evaluation.drawn.empty()) return std::nullopt;
    double places = 0;
    for (const MemoryAccess* access : accesses) {
        const auto& own = evaluation.accesses[access->id];
        if (own.certainty != evaluation::Certainty::Exact || own.isDrawn || own.isOfSomeGroups)
            return std::nullopt;
        if (own.pieces.empty() && !evaluation.regions[RegionId()].isDead() && own.transactions.upper > 0)
            return std::nullopt;
        for (const auto& piece : own.pieces) {
            double points = 1;
            for (const auto& term : piece.offset.terms)
                points *= static_cast<double>(piece.box.variables[term.variable].count);
            places += points * (piece.offset.width() == 1 ? 1 : piece.active.count());
            if (!piece.offset.isExact()) return std::nullopt;
        }
    }
    if (places > mostPlaces) return std::nullopt;
    std::vector<regions::AffineRegion> touched;
    for (const MemoryAccess* access : accesses)
        for (const auto& piece : evaluation.accesses[access->id].pieces) {
            regions::AffineRegion region{0, access->bytes, {}, 1};
            for (const auto& term : piece.offset.terms)
                region.dimensions.push_back(
                    {term.coefficient, static_cast<std::int64_t>(piece.box.variables[term.variable].count)});
            const bool isUniform = piece.offset.width() == 1;
            for (int item = 0; item < evaluation.launch.groupSize; ++item) {
                if (!piece.active.contains(item)) continue;
                region.base = piece.offset.lowAt(static_cast<std::size_t>(item));
                auto whole = regions::normalised(region);
                if (!whole) return std::nullopt;
                touched.push_back(std::move(*whole));
                if (isUniform) break;
            }
        }
    return regions::enumeratedBytes(touched, static_cast<std::int64_t>(mostPlaces));
}

} // namespace warpstring::symbolic
