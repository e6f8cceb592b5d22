// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way: graph + launch + spec to token string, warp latency and kernel time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/assembled_registers.h"
#include "pdg/evaluation/evaluation.h"
#include "stringmodel/machine/occupancy.h"
#include "stringmodel/string/kernel_time.h"
#include "stringmodel/string/memory_cost.h"
#include "stringmodel/string/token.h"
#include "stringmodel/string/walk.h"
#include "stringmodel/timed_string.h"
#include "stringmodel/timeline/kernel_timeline.h"

namespace warpstring {

/// Where something is unknown: the figures with its weights at 0 (`lower`) and at 1 (`upper`). The upper ones
/// are infinite where a trip count has no bound, and where something is executed that is not counted.
struct SimulationBounds {
    double lowerLatencyCycles = 0, upperLatencyCycles = 0;
    double lowerTimeUs = 0, upperTimeUs = 0;

    void include(double latencyCycles, double timeUs);
};

/// Of a kernel's time.
struct KernelParts {
    double startUs = 0; ///< what an empty kernel takes too
    double bodyUs = 0;
    double tailUs = 0; ///< at the end, while a place for a work-group is empty
};

/// What is reported (times, latency, string) is of one model: the timeline's where there is one, else the
/// closed form's. The closed form's other figures stand beside it.
struct Simulation {
    std::string kernel, launch, spec;
    bool sourceShape = false;
    int registers = 0;          ///< that a work-item has; what it needs beyond them spills
    int wantedRegisters = 0;    ///< the same before the device and the size of a group cap it
    std::string registerSource; ///< how they were found
    int estimatedRegisters = 0; ///< per work-item, by liveness: beside what a compiler says
    std::shared_ptr<const CompiledForAmd>
        compiled; ///< what the device's compiler says; null where none is asked
    token_string::TokenString string;
    TokenStalls tokenStalls; ///< of `string`; empty in the closed form
    evaluation::Evaluation evaluation;
    machine::Occupancy occupancy;
    token_string::MemoryCost memory;
    double residentWarps = 0;                         ///< N_warps, or fewer when the launch has fewer
    double nonBlockingCycles = 0;                     ///< NBC_avg
    token_string::WarpLatency paperWalk;              ///< Table 1 as printed
    token_string::WarpLatency correctedWalk;          ///< elapsed time counted once
    token_string::KernelTime time;                    ///< closed form, from the corrected walk
    std::optional<timeline::KernelTimeline> timeline; ///< where it was asked for, or the spec tells pipes apart
    std::optional<SimulationBounds> bounds;           ///< of the closed form, which alone tells ranges
    double kernelStartUs = 0;                         ///< part of either model's time
    std::vector<std::string> assumptions;
    Diagnostics diagnostics;

    [[nodiscard]] token_string::CostModel model() const {
        return timeline ? token_string::CostModel::Timeline : token_string::CostModel::ClosedForm;
    }
    [[nodiscard]] double kernelTimeUs() const { return timeline ? timeline->timeUs : time.timeUs; }
    [[nodiscard]] double kernelCycles() const { return timeline ? timeline->cycles : time.cycles; }
    [[nodiscard]] double warpLatencyCycles() const {
        return timeline ? timeline->warpCycles : correctedWalk.cycles;
    }
    /// Together they are the reported time. The launch overhead is none of them.
    [[nodiscard]] KernelParts kernelParts() const;
    /// The range of what is reported: of the same model, or none.
    [[nodiscard]] const SimulationBounds* reportedBounds() const {
        return bounds && !timeline ? &*bounds : nullptr;
    }
    [[nodiscard]] const std::string& boundBy() const { return timeline ? timeline->boundBy : time.boundBy; }
};

enum class ModelChoice {
    BySpec,     ///< the timeline for specs that tell pipes apart, the closed form for the others
    ClosedForm, ///< the paper's walk: fast
    Timeline
};

/// What an assembler makes of the kernel of a graph: for launches that ask for its registers.
using Assembler = std::function<Result<AssembledRegisters>(const Pdg&, const Launch&, const HardwareSpec&)>;

struct SimulationOptions {
    evaluation::EvaluationOptions evaluation;
    ModelChoice model = ModelChoice::BySpec;
    timeline::TimelineOptions timeline;
    std::vector<std::string> assumptions;       ///< that the launch was made with, told with the others
    Assembler assembler;                        ///< without one, such launches are refused
    const Cancellation* cancellation = nullptr; ///< of all stages; may be null
};

/// Fails where nothing can be said: a launch that does not fit the kernel or the device, or a cancellation
/// (simulate.interrupted, simulate.time-limit). Lesser faults are in Simulation::diagnostics.
[[nodiscard]] Result<Simulation> simulate(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                          const SimulationOptions& options = {});

} // namespace warpstring
