// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor_share.h"

#include <algorithm>
#include <array>

namespace warpstring::timeline {

namespace {

/// 0 stands for no limit.
double tighter(double one, double other) {
    return one > 0 && other > 0 ? std::min(one, other) : std::max(one, other);
}

/// Bytes of L1 that are set aside for `shared` bytes of shared memory: NVIDIA's devices divide them in these
/// steps (CUDA C programming guide, compute capabilities 7.0 to 9.0), drivers so that all groups that fit find
/// room.
double carveOut(double shared, double most) {
    constexpr std::array<double, 10> stepsKiB{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
    for (const double step : stepsKiB)
        if (step * 1024 >= shared) return std::min(step * 1024, most);
    return most;
}

} // namespace

void takeShare(MultiprocessorTask& task, const HardwareSpec& spec, double share) {
    const auto& caches = spec.caches;
    const double cyclesPerSecond = spec.execution.clockMhz * 1e6;
    const auto bytesPerCycle = [&](double gbPerSecond) { return gbPerSecond * 1e9 / cyclesPerSecond; };
    task.deviceShare = share;
    task.dramBytesPerCycle =
        bytesPerCycle(spec.globalMemory.bandwidthGBs * spec.globalMemory.attainedFraction) * share;
    task.l2BytesPerCycle = tighter(bytesPerCycle(caches.l2BandwidthGBs) * share, caches.l2BytesPerCycle);
    const double writes =
        tighter(bytesPerCycle(caches.l2WriteBandwidthGBs) * share, caches.l2WriteBytesPerCycle);
    task.l2WriteBytesPerCycle = writes > 0 ? writes : task.l2BytesPerCycle;
    if (caches.l2BytesPerCycle > 0)
        task.dramBytesPerCycle = std::min(task.dramBytesPerCycle, caches.l2BytesPerCycle);
}

MultiprocessorTask shareOfDevice(const HardwareSpec& spec, const machine::Occupancy& occupancy, double share,
                                 double resident) {
    MultiprocessorTask task;
    task.residentGroups = static_cast<int>(resident);
    task.groupPlaces = occupancy.groupPlaces;
    task.warpPlaces = occupancy.warpPlaces;
    takeShare(task, spec, share);
    const double shared = spec.globalMemory.coalescing == CoalescingRule::SectorWarp
                              ? carveOut(occupancy.groups * occupancy.sharedBytesPerGroup,
                                         static_cast<double>(spec.occupancy.sharedBytes))
                              : resident * occupancy.sharedBytesPerGroup;
    task.l1Bytes = std::max(0.0, spec.caches.l1Bytes - (spec.caches.l1HoldsShared ? shared : 0));
    return task;
}

} // namespace warpstring::timeline
