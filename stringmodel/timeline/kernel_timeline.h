// SPDX-License-Identifier: GPL-3.0-or-later
// From the timeline of one multiprocessor to the time of the kernel: loops and work-groups beyond what shows
// their steady state are extrapolated. docs/model.md, section 9.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cancellation.h"
#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/counterfactual.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/machine/occupancy.h"
#include "stringmodel/timeline/device_traffic.h"
#include "stringmodel/timeline/multiprocessor.h"
#include "stringmodel/timeline/warp_cycles.h"

namespace warpstring::timeline {

/// Names of what a launch may be bound by, beside the pipes'.
namespace resource {
inline constexpr std::string_view issue = "instruction issue", dataPath = "L1 and shared memory data path",
                                  groupStart = "start of work-groups", l2 = "L2 bandwidth",
                                  dram = "DRAM bandwidth";
[[nodiscard]] inline std::string ofPipe(std::size_t pipe) {
    return std::string(warpstring::name(static_cast<Pipe>(pipe))) + " pipe";
}
} // namespace resource

struct ResourceUse {
    std::string name;    ///< "fma pipe", "data path", "DRAM bandwidth", ...
    double fraction = 0; ///< of the time for which it is busy
};

/// How long warps take, cycles. As far as the warps of the sample differ; their mean is the latency of a warp.
struct WarpSpread {
    double median = 0, p90 = 0, longest = 0;
};

struct KernelTimeline {
    double cycles = 0;     ///< of the busiest multiprocessor
    double tailCycles = 0; ///< of them those at the end in which a place for a work-group is empty
    double timeUs = 0;     ///< the kernel's own start included
    double warpCycles = 0; ///< latency of a warp among the resident ones, mean
    WarpSpread warps;
    std::vector<ResourceUse> resources; ///< busiest first
    std::string boundBy;                ///< the busiest resource, or what warps wait for most
    machine::MachineProgram program;
    DeviceTraffic device;
    std::vector<MemoryTraffic> traffic; ///< by AccessId, of the whole launch
    WarpCycles ofWarp;                  ///< where they go; their sum is `warpCycles`
    MultiprocessorRun sample;           ///< the run from which the rest was extrapolated
    double simulatedOperations = 0;     ///< over all runs: what the timeline cost
    std::string extrapolation;          ///< what was not simulated in full; empty: nothing
    bool isAveraged =
        false; ///< where accesses go was not evaluated at all points: it would have taken too much
    bool isComplete =
        true; ///< false: it would have taken more than its budget, or was told to stop; no figure counts
};

struct TimelineOptions {
    double mostOperations = 40000; ///< of warps, in one run
    bool warm = true;              ///< the launch has just run before
    std::size_t mostSpans = 0;     ///< operations to keep for pictures
    double budget = 1 << 23;       ///< operations of warps that all runs together may take
    /// Lane evaluations that addresses and active work-items at single points may take.
    double pointBudget = 0x1p31;
    const Cancellation* cancellation = nullptr;
    std::uint64_t latencyStride = 1; ///< where work-groups differ: the latency is the mean of each so-manieth
    int multiprocessor = -1;         ///< whose work-groups run; -1: the one with most work
    machine::Counterfactual without; ///< the evaluation's figures are spared it already (machine::spared)
};

[[nodiscard]] KernelTimeline kernelTimeline(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                            const HardwareSpec& spec, const machine::Occupancy& occupancy,
                                            const TimelineOptions& options = {});

} // namespace warpstring::timeline
