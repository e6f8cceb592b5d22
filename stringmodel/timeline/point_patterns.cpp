// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/point_patterns.h"

#include <algorithm>
#include <utility>

#include "pdg/evaluation/memory_rules.h"
#include "stringmodel/timeline/atomic_contention.h"

namespace warpstring::timeline {

namespace {

/// Points of an access that are kept: those at which the warps of the resident groups are about to be.
constexpr std::size_t mostKept = 1024;

} // namespace

PointPatterns::PointPatterns(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                             Traits traits, WorkShare* share)
    : pdg_(pdg), evaluation_(evaluation), spec_(spec), traits_(std::move(traits)),
      points_(pdg, evaluation.launch, share), active_(pdg, evaluation.launch, share),
      made_(pdg.accesses.size()) {
    for (const auto& access : pdg.accesses) {
        std::vector<evaluation::BoxVariable> variables{0, 1, 2};
        for (RegionId id = pdg.statements[access.statement].region; id != none; id = pdg.regions[id].parent)
            if (pdg.regions[id].kind == Region::Kind::LoopBody)
                variables.push_back(evaluation::loopVariable(pdg.regions[id].loop));
        variables_.push_back(std::move(variables));
    }
}

const AccessPattern* PointPatterns::at(AccessId id, int warp, const Point& point) {
    std::vector<std::int64_t> values;
    for (const auto variable : variables_[id]) values.push_back(std::max<std::int64_t>(0, point[variable]));
    auto& made = made_[id];
    auto found = made.find(values);
    if (found == made.end()) {
        if (points_.isSpent()) return nullptr;
        if (made.size() >= mostKept) made.clear();
        evaluation::Box box;
        box.variables.resize(point.size());
        for (std::size_t v = 0; v < values.size(); ++v) box.variables[variables_[id][v]].first = values[v];
        found = made.emplace(std::move(values), make(pdg_.accesses[id], box)).first;
    }
    return found->second.empty() ? nullptr : &found->second[static_cast<std::size_t>(warp)];
}

PointPatterns::Patterns PointPatterns::make(const MemoryAccess& access, const evaluation::Box& point) {
    const evaluation::ActiveSet active = active_.at(pdg_.statements[access.statement].region, point);
    const auto* offsets = points_.at(access, point);
    if (offsets == nullptr || points_.isSpent()) return {};
    const int groupSize = evaluation_.launch.groupSize, warpSize = evaluation_.warpSize;
    Patterns patterns;
    std::vector<std::int64_t> lanes(static_cast<std::size_t>(warpSize));
    for (int first = 0; first < groupSize; first += warpSize) {
        const bool isThere =
            !traits_.byWholeWarps[access.id] && active.anyOf(first, std::min(first + warpSize, groupSize));
        for (int lane = 0; lane < warpSize; ++lane) {
            const int item = first + lane;
            const bool acts = item < groupSize && (!isThere || active.contains(item));
            lanes[static_cast<std::size_t>(lane)] = !acts ? evaluation::inactiveLane
                                                    : offsets->size() == 1
                                                        ? offsets->front()
                                                        : (*offsets)[static_cast<std::size_t>(item)];
        }
        if (traits_.isMerged[access.id]) keepOneLane(lanes);
        patterns.push_back(access.space == MemorySpace::Private
                               ? privateLanePattern(access, lanes, spec_)
                               : relievedLanePattern(access, lanes, traits_.reliefs[access.id], spec_));
    }
    return patterns;
}

} // namespace warpstring::timeline
