// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/access_points.h"

#include <algorithm>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/random_contents.h"

namespace warpstring::evaluation {

namespace {

/// Lane evaluations for a value that a loop carries, beyond which it counts as not known: a point is asked for
/// by the thousand.
constexpr double accessStepLimit = 1 << 16;

} // namespace

std::uint64_t objectBytes(const Pdg& pdg, const LaunchBinding& launch, const MemoryAccess& access) {
    if (access.object == none) return 0;
    if (!access.objectIsArgument) return pdg.arrays[access.object].bytes;
    return access.space == MemorySpace::Shared ? launch.localArgumentBytes[access.object]
                                               : launch.bufferBytes[access.object];
}

AccessPoints::AccessPoints(const Pdg& pdg, const LaunchBinding& launch, WorkShare* share)
    : pdg_(pdg), launch_(launch), evaluator_(pdg, launch, accessStepLimit, share, Untold::Random) {}

bool AccessPoints::isUntold(const MemoryAccess& access) {
    return !access.offset || evaluator_.isUntold(access.offset);
}

void AccessPoints::drawAnew(std::uint64_t seed) {
    seed_ = seed;
    evaluator_.drawAnew(seed);
}

const Lanes* AccessPoints::at(const MemoryAccess& access, const Box& point) {
    const auto size = static_cast<std::int64_t>(objectBytes(pdg_, launch_, access));
    bool isKnown = false;
    if (access.offset) {
        evaluator_.enter(point);
        const LaneValue& offset = evaluator_.value(access.offset);
        isKnown = offset.isFixed();
        if (isKnown) offsets_ = offset.low;
        (void)evaluator_.takeHints();
    }
    if (isKnown && !isUntold(access)) return &offsets_;
    const std::int64_t places = size / access.bytes;
    if (places == 0) return isKnown ? &offsets_ : nullptr;
    if (isKnown) {
        const std::int64_t whole = places * access.bytes;
        for (auto& offset : offsets_)
            if (offset < 0 || offset > size - access.bytes)
                offset = std::min(offset - floorDivide(offset, whole) * whole, size - access.bytes);
        return &offsets_;
    }
    std::uint64_t place = randomBits({seed_, access.id.index()});
    for (const auto& variable : point.variables)
        place = randomBits({place, static_cast<std::uint64_t>(variable.first)});
    offsets_.resize(static_cast<std::size_t>(launch_.groupSize));
    for (std::size_t item = 0; item < offsets_.size(); ++item)
        offsets_[item] = randomBetween(0, places - 1, randomBits({place, item})) * access.bytes;
    return &offsets_;
}

} // namespace warpstring::evaluation
