// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/loop_reuse.h"

#include <algorithm>
#include <map>

namespace warpstring::timeline {

namespace {

/// Of a buffer, those in one of a kernel's outermost loops or outside of all.
struct Phase {
    std::vector<BufferAccesses> buffers;
    double bytes = 0; ///< touched in it, of all buffers
};

/// The outermost loop's body that holds a region; the entry where none does.
RegionId outermostLoop(const Pdg& pdg, RegionId region) {
    RegionId outermost = entryRegion;
    for (; region != none; region = pdg.regions[region.index()].parent)
        if (pdg.regions[region.index()].kind == Region::Kind::LoopBody) outermost = region;
    return outermost;
}

std::vector<AccessId> together(std::vector<AccessId> some, const std::vector<AccessId>& others) {
    some.insert(some.end(), others.begin(), others.end());
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
    return some;
}

/// In the order of the program.
std::vector<Phase> phasesOf(const Pdg& pdg, const std::vector<BufferAccesses>& buffers) {
    std::map<RegionId, Phase> byLoop;
    for (std::size_t buffer = 0; buffer < buffers.size(); ++buffer) {
        const auto sort = [&](std::vector<AccessId> BufferAccesses::* kind) {
            for (const auto id : buffers[buffer].*kind) {
                const auto region = pdg.statements[pdg.accesses[id].statement].region;
                Phase& phase = byLoop[outermostLoop(pdg, region)];
                phase.buffers.resize(buffers.size());
                (phase.buffers[buffer].*kind).push_back(id);
            }
        };
        sort(&BufferAccesses::reads);
        sort(&BufferAccesses::writes);
    }
    std::vector<Phase> phases;
    phases.reserve(byLoop.size());
    for (auto& [loop, phase] : byLoop) phases.push_back(std::move(phase));
    return phases;
}

} // namespace

double lostPart(double between, double capacity) {
    // Rows that the groups of an H200 read twice, 16 to 132 MB of them at work at once, and 32 to 256 MB that
    // all read in a circle (bench/device/rows-twice.toml, l2-circle.toml).
    constexpr double noneBelow = 0.5, allAbove = 1.1;
    return std::clamp((between / capacity - noneBelow) / (allAbove - noneBelow), 0.0, 1.0);
}

std::vector<TouchedAgain>
touchedAgain(const Pdg& pdg, const std::vector<BufferAccesses>& buffers, double capacity,
             const std::function<double(std::size_t, const std::vector<AccessId>&)>& touched) {
    std::vector<TouchedAgain> again(buffers.size());
    auto phases = phasesOf(pdg, buffers);
    if (phases.size() < 2) return again;
    for (auto& phase : phases)
        for (std::size_t buffer = 0; buffer < buffers.size(); ++buffer)
            if (const auto all = together(phase.buffers[buffer].reads, phase.buffers[buffer].writes);
                !all.empty())
                phase.bytes += touched(buffer, all);
    const auto addTo = [&](double& sum, std::size_t buffer, std::vector<AccessId> BufferAccesses::* kind) {
        std::vector<AccessId> before;
        double since = 0; // bytes of loops between the last that touched the buffer and this one
        double last = 0;  // of that loop
        for (const auto& phase : phases) {
            const auto& own = phase.buffers[buffer].*kind;
            if (own.empty()) {
                since += phase.bytes;
                continue;
            }
            if (!before.empty()) {
                const auto all = together(before, own);
                const double shared = touched(buffer, before) + touched(buffer, own) - touched(buffer, all);
                sum += std::max(0.0, shared) * lostPart(since + (last + phase.bytes) / 2, capacity);
            }
            before = together(std::move(before), own);
            since = 0;
            last = phase.bytes;
        }
    };
    for (std::size_t buffer = 0; buffer < buffers.size(); ++buffer) {
        addTo(again[buffer].reads, buffer, &BufferAccesses::reads);
        addTo(again[buffer].writes, buffer, &BufferAccesses::writes);
    }
    return again;
}

} // namespace warpstring::timeline
