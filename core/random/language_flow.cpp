// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/language_flow.h"

#include <algorithm>

namespace warpstring::random_kernels {

namespace {

using Kind = KnownFlow::Kind;

struct Lane {
    int lid = 0, group = 0, item = 0;
};

bool holds(const KnownFlow& flow, const Lane& lane, int counter) {
    switch (flow.kind) {
    case Kind::LaneBelow: return lane.lid < flow.b;
    case Kind::LanesOfMask: return (lane.lid & flow.a) < flow.b;
    case Kind::ItemBit: return (lane.item >> flow.a & 1) == flow.b;
    case Kind::GroupBit: return (lane.group & 1) == flow.b;
    case Kind::CounterBelow: return counter < (lane.lid & flow.a) + flow.b;
    case Kind::CounterRest: return counter % flow.a == flow.b;
    case Kind::Loop: return counter < flow.a;
    default: return counter < (lane.lid & flow.a) + flow.b;
    }
}

double executionsOf(const std::vector<Lane>& lanes, const std::vector<KnownFlow>& around, std::size_t depth,
                    int counter) {
    if (lanes.empty()) return 0;
    if (depth == around.size()) return 1;
    const KnownFlow& flow = around[depth];
    double sum = 0;
    for (int trip = 0;; ++trip) {
        std::vector<Lane> active;
        for (const Lane& lane : lanes)
            if (holds(flow, lane, flow.isLoop() ? trip : counter)) active.push_back(lane);
        if (active.empty()) return sum;
        sum += executionsOf(active, around, depth + 1, flow.isLoop() ? trip : counter);
        if (!flow.isLoop()) return sum;
    }
}

} // namespace

std::string textOf(const KnownFlow& flow, const std::string& counter) {
    const std::string a = std::to_string(flow.a), b = std::to_string(flow.b);
    switch (flow.kind) {
    case Kind::LaneBelow: return "lid < " + b;
    case Kind::LanesOfMask: return "(lid & " + a + ") < " + b;
    case Kind::ItemBit: return "(item >> " + a + " & 1) == " + b;
    case Kind::GroupBit: return "(group & 1) == " + b;
    case Kind::CounterBelow: return counter + " < (lid & " + a + ") + " + b;
    case Kind::CounterRest: return counter + " % " + a + " == " + b;
    case Kind::Loop: return std::to_string(flow.a);
    default: return "(lid & " + a + ") + " + b;
    }
}

double executionsBelow(const NDRange& range, const std::vector<KnownFlow>& around) {
    const auto groups = static_cast<int>(range.groupCount()), size = static_cast<int>(range.groupSize());
    double sum = 0;
    for (int group = 0; group < groups; ++group)
        for (int first = 0; first < size; first += 32) {
            std::vector<Lane> warp;
            for (int lid = first; lid < std::min(size, first + 32); ++lid)
                warp.push_back({lid, group, group * size + lid});
            sum += executionsOf(warp, around, 0, 0);
        }
    return sum;
}

} // namespace warpstring::random_kernels
