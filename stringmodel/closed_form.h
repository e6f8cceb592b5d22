// SPDX-License-Identifier: GPL-3.0-or-later
// The closed form of a string: the paper's costs and walks, and the kernel's time from them.
#pragma once

#include "core/launch.h"
#include "pdg/evaluation/evaluation.h"
#include "stringmodel/machine/occupancy.h"
#include "stringmodel/string/exposed_latency.h"
#include "stringmodel/string/kernel_time.h"
#include "stringmodel/string/memory_cost.h"
#include "stringmodel/string/token.h"
#include "stringmodel/string/walk.h"

namespace warpstring {

/// What follows from a string alone.
struct StringFigures {
    token_string::MemoryCost memory;
    double nonBlockingCycles = 0, aloneCycles = 0;
    double residentWarps = 0;
    token_string::WarpLatency paper, corrected;
    token_string::KernelTime time;
};

/// Of the corrected walk among the resident warps.
[[nodiscard]] token_string::WalkParameters walkParameters(const StringFigures& figures,
                                                          const HardwareSpec& spec);

/// Sets the costs of a string among the groups of a launch that are resident, and takes its figures.
[[nodiscard]] StringFigures evaluateString(token_string::TokenString& string,
                                           const token_string::ExposedLatency& exposed, const Launch& launch,
                                           const HardwareSpec& spec, const machine::Occupancy& occupancy);

/// A launch takes as long as its longest group, however many idle ones share the work on average.
void waitForHeaviestGroup(token_string::KernelTime& time, const Pdg& pdg, const Launch& launch,
                          const HardwareSpec& spec, const machine::Occupancy& occupancy,
                          const evaluation::Evaluation& evaluation,
                          const evaluation::EvaluationOptions& options);

} // namespace warpstring
