// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/occupancy.h"

#include <algorithm>

namespace warpstring::machine {

namespace {

template <class T>
T roundUp(T value, T unit) {
    return unit <= 1 ? value : (value + unit - 1) / unit * unit;
}

int roundDown(int value, int unit) { return unit <= 1 ? value : value / unit * unit; }

Diagnostics refuseShape(const HardwareSpec& spec, const NDRange& range) {
    const auto& limits = spec.occupancy;
    Diagnostics faults;
    if (range.groupSize() > static_cast<std::uint64_t>(limits.groupSize))
        faults.push_back(
            {"launch.group-too-large-for-device",
             Severity::Error,
             {},
             "a work-group of " + std::to_string(range.groupSize()) + " work-items: " + spec.name + " allows " +
                 std::to_string(limits.groupSize),
             "choose a local size of at most " + std::to_string(limits.groupSize) + " work-items in all"});
    for (std::size_t d = 0; d < 3 && faults.empty(); ++d)
        if (limits.groupSizes[d] > 0 && range.local[d] > static_cast<std::uint64_t>(limits.groupSizes[d]))
            faults.push_back({"launch.group-too-large-for-device",
                              Severity::Error,
                              {},
                              "local size " + std::to_string(range.local[d]) + " in dimension " +
                                  std::to_string(d) + ": " + spec.name + " allows " +
                                  std::to_string(limits.groupSizes[d]),
                              "choose a smaller local size in dimension " + std::to_string(d)});
    return faults;
}

} // namespace

Result<Occupancy> occupancy(const HardwareSpec& spec, const NDRange& range, int registersPerWorkItem,
                            std::uint64_t sharedBytes, int argumentBytes) {
    if (auto faults = refuseShape(spec, range); !faults.empty()) return faults;
    const auto& limits = spec.occupancy;
    Occupancy result;
    result.warpsPerGroup =
        static_cast<int>(range.warpsPerGroup(static_cast<std::uint64_t>(spec.execution.warpSize)));
    const int warpsAllocated = roundUp(result.warpsPerGroup, limits.warpGranule);
    // A compiler that knows the group's size keeps to what lets one group run, and spills the rest.
    const int perWorkItemOfOneGroup =
        limits.registerScope == RegisterScope::Group
            ? limits.registers / (warpsAllocated * spec.execution.warpSize)
            : roundDown(limits.registers / warpsAllocated, limits.registerUnit) / spec.execution.warpSize;
    const int registers =
        std::min({registersPerWorkItem, limits.registersPerWorkItem, std::max(1, perWorkItemOfOneGroup)});
    result.spilledRegisters = registersPerWorkItem - registers;
    const int perWarp = registers * spec.execution.warpSize;
    result.registersPerGroup = limits.registerScope == RegisterScope::Group
                                   ? roundUp(perWarp * warpsAllocated, limits.registerUnit)
                                   : roundUp(perWarp, limits.registerUnit) * result.warpsPerGroup;
    const std::uint64_t wanted = sharedBytes + static_cast<std::uint64_t>(limits.sharedReserved) +
                                 static_cast<std::uint64_t>(limits.sharedHoldsArguments ? argumentBytes : 0);
    if (wanted > static_cast<std::uint64_t>(limits.sharedBytesPerGroup))
        return Diagnostic{"launch.does-not-fit",
                          Severity::Error,
                          {},
                          "a work-group wants " + std::to_string(wanted) + " bytes of local memory: " +
                              spec.name + " has " + std::to_string(limits.sharedBytesPerGroup) + " for one",
                          "use smaller local arrays or arguments"};
    result.sharedBytesPerGroup = roundUp(static_cast<int>(wanted), limits.sharedUnit);

    const auto allow = [&](const char* resource, int available, int each) {
        result.limits.push_back({resource, each == 0 ? limits.groups : available / each});
    };
    allow("groups", limits.groups, 1);
    allow("warps", limits.warps, result.warpsPerGroup);
    allow("work-items", limits.workItems, static_cast<int>(range.groupSize()));
    if (limits.registerScope == RegisterScope::Group) {
        allow("registers", limits.registers, result.registersPerGroup);
    } else {
        // Warps are what registers are given to, as many as fit in whole granules.
        const int warps = roundDown(limits.registers / std::max(1, roundUp(perWarp, limits.registerUnit)),
                                    limits.warpGranule);
        result.limits.push_back({"registers", warps / result.warpsPerGroup});
        result.warpPlaces = std::min({limits.warps, limits.workItems / spec.execution.warpSize, warps});
    }
    allow("shared memory", limits.sharedBytes, result.sharedBytesPerGroup);
    const auto fewest = std::min_element(result.limits.begin(), result.limits.end(),
                                         [](const auto& a, const auto& b) { return a.groups < b.groups; });
    result.groups = fewest->groups;
    result.limiter = fewest->resource;
    if (result.groups == 0)
        return Diagnostic{"launch.does-not-fit",
                          Severity::Error,
                          {},
                          "not one work-group fits a multiprocessor of " + spec.name + ": too much of " +
                              result.limiter + " (" + std::to_string(registersPerWorkItem) +
                              " registers a work-item, " + std::to_string(result.sharedBytesPerGroup) +
                              " bytes of local memory a group)",
                          "choose smaller work-groups"};
    result.warps = result.groups * result.warpsPerGroup;
    result.warpPlaces = std::max(result.warpPlaces, result.warps);
    result.groupPlaces = limits.registerScope == RegisterScope::Group
                             ? result.groups
                             : std::min(limits.groups, result.limits.back().groups);
    result.fraction = static_cast<double>(result.warps) / limits.warps;
    return result;
}

} // namespace warpstring::machine
