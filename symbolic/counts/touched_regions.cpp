// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/touched_regions.h"

#include <algorithm>

namespace warpstring::symbolic {

namespace {

using regions::AffineRegion;
using regions::RegionDimension;

constexpr int mostLaneDimensions = 3;

/// Regions that follow each other at equal distances as one with a dimension more, the distances of which may
/// be 0.
std::vector<AffineRegion> folded(const std::vector<AffineRegion>& all) {
    std::vector<AffineRegion> result;
    for (std::size_t first = 0; first < all.size();) {
        const auto isLike = [&](std::size_t other) {
            return other < all.size() && all[other].dimensions == all[first].dimensions;
        };
        AffineRegion one = all[first];
        std::size_t end = first + 1;
        if (isLike(end)) {
            const std::int64_t step = all[end].base - all[first].base;
            while (isLike(end) && all[end].base - all[end - 1].base == step) ++end;
            one.dimensions.push_back({step, static_cast<std::int64_t>(end - first)});
        }
        result.push_back(std::move(one));
        first = end;
    }
    return result;
}

/// What the active work-items of a scope touch at one point of the box, relative to what they share.
std::vector<AffineRegion> laneRegions(const evaluation::AccessPiece& piece, int bytes, int first, int end) {
    std::vector<AffineRegion> regions;
    for (int item = first; item < end; ++item)
        if (piece.active.contains(item))
            regions.push_back({piece.offset.lowAt(static_cast<std::size_t>(item)), bytes, {}, 1});
    for (int dimension = 0; dimension < mostLaneDimensions; ++dimension) {
        auto fewer = folded(regions);
        if (fewer.size() == regions.size()) break;
        regions = std::move(fewer);
    }
    return regions;
}

/// The rest of the box: what the regions are moved by, and the dimensions that are left.
struct Motion {
    std::int64_t shift = 0;
    std::vector<RegionDimension> dimensions;
    bool isWithin = true, fits = true;
};

Motion motionOf(const evaluation::AccessPiece& piece, const RegionScope& scope) {
    Motion motion;
    for (evaluation::BoxVariable variable = 0; variable < piece.box.variables.size(); ++variable) {
        const evaluation::Progression& values = piece.box.variables[variable];
        const auto term = std::find_if(piece.offset.terms.begin(), piece.offset.terms.end(),
                                       [&](const auto& own) { return own.variable == variable; });
        const std::int64_t stride = term == piece.offset.terms.end() ? 0 : term->coefficient;
        if (variable >= 3 || !scope.group) {
            motion.dimensions.push_back({stride, static_cast<std::int64_t>(values.count)});
            continue;
        }
        const std::int64_t group = (*scope.group)[variable];
        motion.isWithin = motion.isWithin && values.contains(group);
        const std::int64_t index =
            values.count > 1 && values.step != 0 ? (group - values.first) / values.step : 0;
        std::int64_t moved = 0;
        motion.fits = motion.fits && !__builtin_mul_overflow(index, stride, &moved) &&
                      !__builtin_add_overflow(motion.shift, moved, &motion.shift);
    }
    return motion;
}

} // namespace

TouchedRegions touchedRegions(const Pdg& pdg, const evaluation::Evaluation& evaluation, AccessId access,
                              const RegionScope& scope) {
    const evaluation::AccessEvaluation& own = evaluation.accesses[access];
    if (own.certainty != evaluation::Certainty::Exact || own.isDrawn)
        return {{}, own.reason.empty() ? "its addresses are not known" : own.reason};
    if (own.isOfSomeGroups || !evaluation.drawn.empty())
        return {{}, "more work-groups differ than were gone through"};
    const MemoryAccess& of = pdg.accesses[access];
    if (own.pieces.empty() && !evaluation.regions[pdg.statements[of.statement].region].isDead())
        return {{}, "its addresses differ too much to be told"};
    const int warpSize = evaluation.warpSize, size = evaluation.launch.groupSize;
    const int first = scope.warp ? std::min(*scope.warp * warpSize, size) : 0;
    const int end = scope.warp ? std::min(first + warpSize, size) : size;
    TouchedRegions result;
    for (const evaluation::AccessPiece& piece : own.pieces) {
        const Motion motion = motionOf(piece, scope);
        if (!motion.isWithin) continue;
        for (AffineRegion& region : laneRegions(piece, of.bytes, first, end)) {
            region.dimensions.insert(region.dimensions.end(), motion.dimensions.begin(),
                                     motion.dimensions.end());
            const bool fits = motion.fits && !__builtin_add_overflow(region.base, motion.shift, &region.base);
            auto whole = fits ? regions::normalised(region) : std::nullopt;
            if (!whole) return {{}, "its addresses do not fit 64 bits"};
            result.regions.push_back(std::move(*whole));
        }
    }
    std::sort(result.regions.begin(), result.regions.end());
    result.regions.erase(std::unique(result.regions.begin(), result.regions.end()), result.regions.end());
    return result;
}

Diagnostics checkScope(const evaluation::Evaluation& evaluation, const RegionScope& scope) {
    Diagnostics all;
    const NDRange& range = evaluation.launch.range;
    constexpr const char* axes[] = {"x", "y", "z"};
    for (std::size_t d = 0; scope.group && d < 3; ++d) {
        const auto count = static_cast<std::int64_t>(range.groups(static_cast<int>(d)));
        const std::int64_t group = (*scope.group)[d];
        if (group >= 0 && group < count) continue;
        all.push_back({"counts.no-such-group",
                       Severity::Error,
                       {},
                       "there is no work-group " + std::to_string(group) + " in " + axes[d],
                       "they are 0 to " + std::to_string(count - 1)});
    }
    const int warps = (evaluation.launch.groupSize + evaluation.warpSize - 1) / evaluation.warpSize;
    if (scope.warp && (*scope.warp < 0 || *scope.warp >= warps))
        all.push_back({"counts.no-such-warp",
                       Severity::Error,
                       {},
                       "there is no warp " + std::to_string(*scope.warp) + " in a work-group",
                       "they are 0 to " + std::to_string(warps - 1)});
    return all;
}

} // namespace warpstring::symbolic
