// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/followed_groups.h"

#include <algorithm>
#include <cmath>

#include "pdg/evaluation/access_points.h"
#include "pdg/region_tree.h"

namespace warpstring::timeline {

namespace {

constexpr double mostGroups = 1 << 14;
/// Work-items' addresses that are looked at in the short run, of all accesses together, and in the long one;
/// and those that are kept of either.
constexpr double nearbyAddresses = 1 << 16, farAddresses = 1 << 20, mostKept = 1 << 16;
/// Neighbouring addresses that are looked at or left out together.
constexpr std::int64_t blockBytes = 256;

/// An access, and the loops around it with their trips.
struct LoopedAccess {
    struct Trips {
        evaluation::BoxVariable variable = 0;
        std::int64_t first = 0, end = 1;
    };
    const MemoryAccess& access;
    std::vector<Trips> loops;
    double points = 1;
};

LoopedAccess withLoops(const MemoryAccess& access, const Pdg& pdg, const evaluation::Evaluation& evaluation,
                       double most) {
    LoopedAccess looped{access, {}};
    for (LoopId loop = innermostLoop(pdg, pdg.statements[access.statement].region); loop != none;
         loop = pdg.loops[loop].parent) {
        const double trips = std::max(1.0, evaluation.loops[loop].trips.value);
        const double taken = most > 0 ? std::clamp(most, 1.0, trips) : trips;
        const std::int64_t first = std::llround(trips - taken) / 2;
        looped.loops.push_back({evaluation::loopVariable(loop), first, first + std::llround(taken)});
        looped.points *= taken;
        most /= taken;
    }
    return looped;
}

/// One block in so many, at random.
bool isKept(std::int64_t offset, std::uint64_t oneIn) {
    const auto block = static_cast<std::uint64_t>(offset / blockBytes);
    return oneIn == 1 || (block * 0x9e3779b97f4a7c15U >> 32) % oneIn == 0;
}

/// Adds what the access touches at `point`, in all trips of its loops from `loop` on, of one block in
/// so many. False where that is not known.
bool addTouched(AddressSet& touched, const LoopedAccess& looped, evaluation::AccessPoints& addresses,
                evaluation::Box& point, std::uint64_t oneIn, std::size_t loop = 0) {
    if (loop < looped.loops.size()) {
        const auto [variable, first, end] = looped.loops[loop];
        for (std::int64_t trip = first; trip < end; ++trip) {
            point.variables[variable].first = trip;
            if (!addTouched(touched, looped, addresses, point, oneIn, loop + 1)) return false;
        }
        return true;
    }
    const auto* offsets = addresses.at(looped.access, point);
    if (offsets == nullptr || addresses.isSpent()) return false;
    for (const auto offset : *offsets)
        if (isKept(offset, oneIn)) touched.insert(offset, offset + looped.access.bytes);
    return true;
}

/// The mean of all groups.
double bytesOfOne(const std::vector<AddressSet>& groups, std::int64_t granule) {
    double sum = 0;
    for (const AddressSet& group : groups) sum += group.bytes(granule);
    return sum / static_cast<double>(groups.size());
}

} // namespace

double FollowedGroups::Run::bytesOfFirst(std::size_t count, std::int64_t granule) {
    const auto [known, isNew] = together.try_emplace({count, granule}, 0);
    if (isNew) {
        AddressSet all;
        for (std::size_t i = 0; i < count; ++i) all.unite(groups[i]);
        known->second = scale * all.bytes(granule);
    }
    return known->second;
}

double FollowedGroups::Run::bytes(double count, std::int64_t granule) {
    const std::size_t all = groups.size(), half = all / 2;
    const auto most = static_cast<double>(all);
    if (count <= 1) return scale * bytesOfOne(groups, granule);
    if (count <= most - 1) return bytesOfFirst(static_cast<std::size_t>(std::ceil(count)), granule);
    const double perGroup =
        (bytesOfFirst(all, granule) - bytesOfFirst(half, granule)) / static_cast<double>(all - half);
    return bytesOfFirst(all, granule) + perGroup * std::max(0.0, count - most);
}

std::optional<double> FollowedGroups::bytes(const std::vector<AccessId>& accesses, double groups,
                                            std::int64_t granule, double trips) {
    Followed& followed = followed_[{accesses, trips}];
    if (!followed.nearby) followed.nearby = follow(accesses, nearbyAddresses, trips);
    const std::size_t nearby = followed.nearby->groups.size();
    if (nearby == 0 || groups <= 0) return std::nullopt;
    if (groups <= static_cast<double>(nearby) || granule > blockBytes)
        return followed.nearby->bytes(groups, granule);
    if (!followed.far) followed.far = follow(accesses, farAddresses, trips);
    Run& run = followed.far->groups.size() > nearby ? *followed.far : *followed.nearby;
    return run.bytes(groups, granule);
}

FollowedGroups::Run FollowedGroups::follow(const std::vector<AccessId>& accesses, double mostAddresses,
                                           double trips) const {
    std::vector<LoopedAccess> all;
    double points = 0;
    for (const auto id : accesses) {
        const MemoryAccess& access = pdg_.accesses[id];
        if (!access.offset || (pdg_.exprs.dependence(access.offset) & dataDependence) != 0) return {};
        all.push_back(withLoops(access, pdg_, evaluation_, trips));
        points += all.back().points;
    }
    const auto& launch = evaluation_.launch;
    const auto launched = static_cast<double>(launch.range.groupCount());
    const double count = std::floor(
        std::min({mostGroups, launched, mostAddresses / (points * static_cast<double>(launch.groupSize))}));
    if (count < 2) return {};
    const double looked = count * points * static_cast<double>(launch.groupSize);
    const auto oneIn = static_cast<std::uint64_t>(std::max(1.0, std::ceil(looked / mostKept)));
    evaluation::AccessPoints addresses(pdg_, launch, share_);
    evaluation::Box point;
    point.variables.resize(3 + pdg_.loops.size());
    std::vector<AddressSet> groups(static_cast<std::size_t>(count));
    const std::uint64_t gx = launch.range.groups(0), gy = launch.range.groups(1);
    auto number = static_cast<std::uint64_t>(std::floor((launched - count) / 2));
    for (AddressSet& group : groups) {
        point.variables[0].first = static_cast<std::int64_t>(number % gx);
        point.variables[1].first = static_cast<std::int64_t>(number / gx % gy);
        point.variables[2].first = static_cast<std::int64_t>(number / gx / gy);
        for (const auto& looped : all)
            if (!addTouched(group, looped, addresses, point, oneIn)) return {};
        ++number;
    }
    return {std::move(groups), static_cast<double>(oneIn), {}};
}

} // namespace warpstring::timeline
