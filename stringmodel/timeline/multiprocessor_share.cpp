// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor_share.h"

#include <algorithm>

namespace warpstring::timeline {

namespace {

/// 0 stands for no limit.
double tighter(double one, double other) {
    return one > 0 && other > 0 ? std::min(one, other) : std::max(one, other);
}

} // namespace

MultiprocessorTask shareOfDevice(const HardwareSpec& spec, const machine::Occupancy& occupancy, double share,
                                 double resident) {
    const auto& caches = spec.caches;
    const double cyclesPerSecond = spec.execution.clockMhz * 1e6;
    const auto bytesPerCycle = [&](double gbPerSecond) { return gbPerSecond * 1e9 / cyclesPerSecond; };
    MultiprocessorTask task;
    task.residentGroups = static_cast<int>(resident);
    task.deviceShare = share;
    task.dramBytesPerCycle =
        bytesPerCycle(spec.globalMemory.bandwidthGBs * spec.globalMemory.attainedFraction) * share;
    task.l2BytesPerCycle = tighter(bytesPerCycle(caches.l2BandwidthGBs) * share, caches.l2BytesPerCycle);
    const double writes =
        tighter(bytesPerCycle(caches.l2WriteBandwidthGBs) * share, caches.l2WriteBytesPerCycle);
    task.l2WriteBytesPerCycle = writes > 0 ? writes : task.l2BytesPerCycle;
    if (caches.l2BytesPerCycle > 0)
        task.dramBytesPerCycle = std::min(task.dramBytesPerCycle, caches.l2BytesPerCycle);
    const double shared = resident * occupancy.sharedBytesPerGroup;
    task.l1Bytes = std::max(0.0, caches.l1Bytes - (caches.l1HoldsShared ? shared : 0));
    return task;
}

} // namespace warpstring::timeline
