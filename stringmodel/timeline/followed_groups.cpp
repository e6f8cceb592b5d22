// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/followed_groups.h"

#include <algorithm>
#include <cmath>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/step_subjects.h"

namespace warpstring::timeline {

namespace {

constexpr double mostGroups = 64;
/// Work-items' addresses that are looked at, of all accesses together.
constexpr double mostAddresses = 1 << 16;

/// An access, and the loops around it with their trips.
struct LoopedAccess {
    const MemoryAccess& access;
    std::vector<std::pair<evaluation::BoxVariable, std::int64_t>> loops;
    double points = 1;
};

LoopedAccess withLoops(const MemoryAccess& access, const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    LoopedAccess looped{access, {}};
    for (LoopId loop = evaluation::innermostLoop(pdg, pdg.statements[access.statement].region); loop != none;
         loop = pdg.loops[loop].parent) {
        const double trips = std::max(1.0, evaluation.loops[loop].trips.value);
        looped.loops.emplace_back(evaluation::loopVariable(loop), std::llround(trips));
        looped.points *= trips;
    }
    return looped;
}

/// Adds what the access touches at `point`, in all trips of its loops from `loop` on. False where that is not
/// known.
bool addTouched(AddressSet& touched, const LoopedAccess& looped, evaluation::AccessPoints& addresses,
                evaluation::Box& point, std::size_t loop = 0) {
    if (loop < looped.loops.size()) {
        const auto [variable, trips] = looped.loops[loop];
        for (std::int64_t trip = 0; trip < trips; ++trip) {
            point.variables[variable].first = trip;
            if (!addTouched(touched, looped, addresses, point, loop + 1)) return false;
        }
        return true;
    }
    const auto* offsets = addresses.at(looped.access, point);
    if (offsets == nullptr) return false;
    for (const auto offset : *offsets) touched.insert(offset, offset + looped.access.bytes);
    return true;
}

double bytesOfFirst(const std::vector<AddressSet>& groups, std::size_t count, std::int64_t granule) {
    AddressSet all;
    for (std::size_t i = 0; i < count; ++i) all.unite(groups[i]);
    return all.bytes(granule);
}

} // namespace

std::optional<double> FollowedGroups::bytes(const std::vector<AccessId>& accesses, double groups,
                                            std::int64_t granule) {
    const auto [place, isNew] = followed_.try_emplace(accesses);
    Followed& followed = place->second;
    if (isNew) followed.groups = follow(accesses);
    if (followed.groups.empty() || groups < 1) return std::nullopt;
    const auto most = static_cast<double>(followed.groups.size());
    if (groups <= most - 1)
        return bytesOfFirst(followed.groups, static_cast<std::size_t>(std::ceil(groups)), granule);
    const auto [all, isUnknown] = followed.together.try_emplace(granule, 0);
    if (isUnknown) all->second = bytesOfFirst(followed.groups, followed.groups.size(), granule);
    return all->second * std::max(1.0, groups / most);
}

std::vector<AddressSet> FollowedGroups::follow(const std::vector<AccessId>& accesses) const {
    std::vector<LoopedAccess> all;
    double points = 0;
    for (const auto id : accesses) {
        const MemoryAccess& access = pdg_.accesses[id];
        if (!access.offset || (pdg_.exprs.dependence(access.offset) & dataDependence) != 0) return {};
        all.push_back(withLoops(access, pdg_, evaluation_));
        points += all.back().points;
    }
    const auto& launch = evaluation_.launch;
    const auto launched = static_cast<double>(launch.range.groupCount());
    const double count = std::floor(
        std::min({mostGroups, launched, mostAddresses / (points * static_cast<double>(launch.groupSize))}));
    if (count < 2) return {};
    evaluation::AccessPoints addresses(pdg_, launch);
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
            if (!addTouched(group, looped, addresses, point)) return {};
        ++number;
    }
    return groups;
}

} // namespace warpstring::timeline
