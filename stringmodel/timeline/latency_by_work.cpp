// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/latency_by_work.h"

#include <iterator>

namespace warpstring::timeline {

void LatencyByWork::add(double work, double cycles) {
    Mean& point = points_[work];
    point.sum += cycles;
    ++point.count;
}

double LatencyByWork::at(double work) const {
    if (points_.empty()) return 0;
    const auto inProportion = [&](const auto& point) {
        return point.first > 0 ? point.second.value() * work / point.first : point.second.value();
    };
    const auto above = points_.lower_bound(work);
    if (above == points_.end()) return inProportion(*points_.rbegin());
    if (above == points_.begin()) return inProportion(*above);
    const auto below = std::prev(above);
    const double part = (work - below->first) / (above->first - below->first);
    return below->second.value() + part * (above->second.value() - below->second.value());
}

double LatencyByWork::leastWork() const { return points_.empty() ? 0 : points_.begin()->first; }

} // namespace warpstring::timeline
