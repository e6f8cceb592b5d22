// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a sequence: its steps simulated one by one, each as often as it runs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "core/sequence.h"
#include "core/text/json.h"
#include "stringmodel/simulation.h"
#include "study/batch/graph_cache.h"

namespace warpstring::sequences {

struct SimulatedStep {
    std::string number; ///< as SequenceLaunch::number
    std::string launch, kernel, boundBy;
    token_string::CostModel model = token_string::CostModel::Timeline;
    std::uint64_t runs = 0;
    double runUs = 0; ///< of one run
    Diagnostics diagnostics;

    [[nodiscard]] double allUs() const { return runUs * static_cast<double>(runs); }
};

struct SequenceSimulation {
    std::string name, file, description, spec;
    std::vector<SimulatedStep> steps; ///< as launchesOf()
    double launchOverheadUs = 0;      ///< of one kernel; none of the times
    std::vector<std::string> assumptions;

    /// The sum of all runs. Launch overheads stand apart, as those of a launch do.
    [[nodiscard]] double timeUs() const;
    [[nodiscard]] std::uint64_t runs() const;
    [[nodiscard]] double launchOverheadsUs() const { return launchOverheadUs * static_cast<double>(runs()); }
};

struct SequenceSimulationOptions {
    std::string options;                      ///< build options added to those of every launch
    std::optional<RegisterRequest> registers; ///< in place of those of every launch
    bool sourceShape = false;
    SimulationOptions simulation; ///< of every step; its assembler and cancellation are set here
    const std::atomic<bool>* interrupted = nullptr;
    std::optional<std::chrono::duration<double>> timeLimit; ///< of a step
    /// Gets each simulated step with what it was simulated from, before the next one; may be empty.
    std::function<void(const Simulation&, const Pdg&, const Launch&)> onStep;
};

/// Fails as simulate() does where nothing can be said of a step.
[[nodiscard]] Result<SequenceSimulation> simulate(const Sequence& sequence, const HardwareSpec& spec,
                                                  batch::GraphCache& graphs,
                                                  const SequenceSimulationOptions& options = {});

/// "warpstring.sequence-simulation/1", an object.
[[nodiscard]] Json toJson(const SequenceSimulation& simulation);

} // namespace warpstring::sequences
