// SPDX-License-Identifier: GPL-3.0-or-later
// How long warps take in work-groups that were not simulated, from those that were: groups that differ in work.
#pragma once

#include <map>

namespace warpstring::timeline {

/// Mean latency of a group's warps, cycles, over the work of the group: groups of equal work share a point, and
/// between points it is linear. Beyond the outermost ones it is in proportion to the work.
class LatencyByWork {
public:
    void add(double work, double cycles);
    /// 0 where nothing was added.
    [[nodiscard]] double at(double work) const;
    /// 0 where nothing was added.
    [[nodiscard]] double leastWork() const;

private:
    struct Mean {
        double sum = 0, count = 0;
        [[nodiscard]] double value() const { return sum / count; }
    };
    std::map<double, Mean> points_;
};

} // namespace warpstring::timeline
