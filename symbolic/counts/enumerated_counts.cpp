// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/enumerated_counts.h"

#include <algorithm>
#include <cmath>

#include "symbolic/counts/touched_regions.h"
#include "symbolic/regions/bytes_together.h"

namespace warpstring::symbolic {

namespace {

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

std::optional<std::int64_t> enumeratedFootprint(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                                const std::vector<const MemoryAccess*>& accesses) {
    std::vector<regions::AffineRegion> all;
    for (const MemoryAccess* access : accesses) {
        TouchedRegions own = touchedRegions(pdg, evaluation, access->id, {});
        if (!own.reason.empty()) return std::nullopt;
        all.insert(all.end(), own.regions.begin(), own.regions.end());
    }
    return regions::bytesTogether(all);
}

} // namespace warpstring::symbolic
