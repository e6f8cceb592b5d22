// SPDX-License-Identifier: GPL-3.0-or-later
// Grown kernels simulated on all cores.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/hardware_spec.h"
#include "core/records/resolved_launch.h"
#include "stringmodel/simulation.h"
#include "study/batch/batch.h"
#include "study/validation/validation_row.h"

namespace warpstring::validation {

struct RandomKernels {
    std::uint64_t seed = 1;
    std::uint64_t count = 0;
    std::uint64_t mostGroups = 0; ///< work-groups of a kernel at most; 0: any number
};

/// Their launches, in order: what is measured.
[[nodiscard]] std::vector<records::ResolvedLaunch> launchesOf(const RandomKernels& kernels);

struct RandomSimulationOptions {
    int jobs = 1;
    ModelChoice model = ModelChoice::BySpec;
    const std::atomic<bool>* cancel = nullptr; ///< set: rows that were not done by then stay empty
    std::optional<std::chrono::duration<double>> timeLimit{}; ///< of a kernel; beyond it is refused by name
    std::function<void(const batch::BatchProgress&)> onProgress{}; ///< on any thread, on one at a time
};

/// One of them; stopped, the row has a diagnostic that says so.
[[nodiscard]] ValidationRow simulateRandomKernel(const RandomKernels& kernels, std::uint64_t index,
                                                 const HardwareSpec& spec, ModelChoice model,
                                                 const Cancellation& cancellation);

/// A row a kernel, in order, without measurements. A kernel that cannot be simulated is a row with diagnostics.
[[nodiscard]] std::vector<ValidationRow> simulateRandom(const RandomKernels& kernels, const HardwareSpec& spec,
                                                        const RandomSimulationOptions& options);

} // namespace warpstring::validation
