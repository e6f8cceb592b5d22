// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/followed_groups.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/floor_divide.h"

namespace warpstring::timeline {

namespace {

constexpr double mostGroups = 64;
/// Work-items' addresses that are looked at, of one access.
constexpr double mostAddresses = 1 << 16;

} // namespace

std::optional<double> FollowedGroups::bytes(const std::vector<AccessId>& accesses, double groups,
                                            std::int64_t granule) {
    auto [place, isNew] = followed_.try_emplace({accesses, granule});
    if (isNew) place->second = follow(accesses, granule);
    const std::vector<double>& touched = place->second;
    if (touched.empty() || groups < 1) return std::nullopt;
    const auto most = static_cast<double>(touched.size());
    if (groups <= most)
        return static_cast<double>(granule) * touched[static_cast<std::size_t>(std::ceil(groups)) - 1];
    return static_cast<double>(granule) * touched.back() / most * groups;
}

std::vector<double> FollowedGroups::follow(const std::vector<AccessId>& accesses, std::int64_t granule) const {
    struct Followed {
        const MemoryAccess& access;
        std::vector<std::pair<evaluation::BoxVariable, std::int64_t>> loops; ///< variable and trips
    };
    std::vector<Followed> all;
    double points = 0;
    for (const auto id : accesses) {
        const MemoryAccess& access = pdg_.accesses[id];
        if (!access.offset || (pdg_.exprs.dependence(access.offset) & dataDependence) != 0) return {};
        Followed one{access, {}};
        double own = 1;
        for (RegionId r = pdg_.statements[access.statement].region; r != none; r = pdg_.regions[r].parent)
            if (pdg_.regions[r].kind == Region::Kind::LoopBody) {
                const double trips = std::max(1.0, evaluation_.loops[pdg_.regions[r].loop].trips.value);
                one.loops.emplace_back(evaluation::loopVariable(pdg_.regions[r].loop), std::llround(trips));
                own *= trips;
            }
        points += own;
        all.push_back(std::move(one));
    }
    const auto& launch = evaluation_.launch;
    const auto launched = static_cast<double>(launch.range.groupCount());
    const double groups = std::floor(
        std::min({mostGroups, launched, mostAddresses / (points * static_cast<double>(launch.groupSize))}));
    if (groups < 2) return {};
    evaluation::AccessPoints addresses(pdg_, launch);
    evaluation::Box point;
    point.variables.resize(3 + pdg_.loops.size());
    std::set<std::int64_t> seen;
    const auto look = [&](const auto& self, const Followed& one, std::size_t loop) -> bool {
        if (loop < one.loops.size()) {
            const auto [variable, trips] = one.loops[loop];
            for (std::int64_t trip = 0; trip < trips; ++trip) {
                point.variables[variable].first = trip;
                if (!self(self, one, loop + 1)) return false;
            }
            return true;
        }
        const auto* offsets = addresses.at(one.access, point);
        if (offsets == nullptr) return false;
        for (const auto offset : *offsets)
            for (std::int64_t at = evaluation::floorDivide(offset, granule);
                 at <= evaluation::floorDivide(offset + one.access.bytes - 1, granule); ++at)
                seen.insert(at);
        return true;
    };
    std::vector<double> touched;
    const std::uint64_t gx = launch.range.groups(0), gy = launch.range.groups(1);
    const auto first = static_cast<std::uint64_t>(std::floor((launched - groups) / 2));
    for (std::uint64_t group = first; group < first + static_cast<std::uint64_t>(groups); ++group) {
        point.variables[0].first = static_cast<std::int64_t>(group % gx);
        point.variables[1].first = static_cast<std::int64_t>(group / gx % gy);
        point.variables[2].first = static_cast<std::int64_t>(group / gx / gy);
        for (const auto& one : all)
            if (!look(look, one, 0)) return {};
        touched.push_back(static_cast<double>(seen.size()));
    }
    return touched;
}

} // namespace warpstring::timeline
