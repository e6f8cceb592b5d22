// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/cycle_parts.h"

#include <numeric>

namespace warpstring::batch {

static_assert(walkPartCount <= timeline::stallCount, "one array holds either");

const char* name(WalkPart part) {
    switch (part) {
    case WalkPart::Compute: return "computation";
    case WalkPart::Memory: return "issuing memory accesses";
    case WalkPart::Shared: return "shared memory";
    case WalkPart::Barrier: return "barriers";
    case WalkPart::Waiting: break;
    }
    return "waiting for memory";
}

const char* CycleParts::nameOf(std::size_t part) const {
    return byStall ? name(static_cast<timeline::Stall>(part)) : name(static_cast<WalkPart>(part));
}

double CycleParts::sum() const { return std::accumulate(cycles.begin(), cycles.end(), 0.0); }

CycleParts cycleParts(const Simulation& simulation) {
    CycleParts parts;
    if (simulation.timeline) {
        parts.byStall = true;
        parts.cycles = simulation.timeline->ofWarp.byReason();
        return parts;
    }
    const token_string::WarpLatency& walk = simulation.correctedWalk;
    parts.cycles = {walk.compute, walk.memory, walk.shared, walk.barrier, walk.waiting};
    return parts;
}

} // namespace warpstring::batch
