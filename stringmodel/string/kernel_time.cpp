// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/kernel_time.h"

#include <algorithm>
#include <cmath>

namespace warpstring::token_string {

namespace {

/// A round of resident warps: each one's busy cycles follow one another and the waits that remain overlap,
/// unless moving their bytes takes longer than both.
double roundCycles(const WarpLatency& latency, const MemoryCost& memory, double warps) {
    return std::max(warps * latency.busy() + latency.waiting, warps * memory.memoryCycles);
}

std::string dominant(const WarpLatency& latency, const MemoryCost& memory, double warps) {
    const double whole = roundCycles(latency, memory, warps);
    if (warps * memory.memoryCycles >= whole) return "memory bandwidth";
    if (latency.waiting > whole / 2) return "memory latency";
    if (latency.shared > latency.compute && latency.shared > latency.memory) return "shared memory";
    return "instruction issue";
}

double groupsOfBusiest(const HardwareSpec& spec, const NDRange& range) {
    return std::ceil(static_cast<double>(range.groupCount()) / spec.execution.multiprocessors);
}

} // namespace

double residentGroups(const HardwareSpec& spec, const NDRange& range, const machine::Occupancy& occupancy) {
    return std::min<double>(occupancy.groups, groupsOfBusiest(spec, range));
}

KernelTime kernelTime(const HardwareSpec& spec, const NDRange& range, const machine::Occupancy& occupancy,
                      const MemoryCost& memory, const std::function<WarpLatency(double)>& walkWith) {
    KernelTime time;
    time.groupsPerMultiprocessor = groupsOfBusiest(spec, range);
    time.fullWaves = std::floor(time.groupsPerMultiprocessor / occupancy.groups);
    time.tailGroups = time.groupsPerMultiprocessor - time.fullWaves * occupancy.groups;
    const double groups = residentGroups(spec, range, occupancy);
    const double resident = groups * occupancy.warpsPerGroup;
    const WarpLatency latency = walkWith(groups);
    time.boundBy = dominant(latency, memory, resident);
    time.cycles = time.fullWaves * roundCycles(latency, memory, resident);
    if (time.tailGroups > 0) {
        const double warps = time.tailGroups * occupancy.warpsPerGroup;
        time.tailCycles = roundCycles(walkWith(time.tailGroups), memory, warps);
        time.cycles += time.tailCycles;
    }
    time.timeUs = time.cycles / spec.execution.clockMhz + spec.host.kernelStartUs;
    time.launchOverheadUs = spec.host.launchOverheadUs;
    return time;
}

} // namespace warpstring::token_string
