// SPDX-License-Identifier: GPL-3.0-or-later
// How much a warp executes of a program, from the evaluation.
#pragma once

#include "stringmodel/machine/code_shape.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/machine/pipe_balance.h"
#include "stringmodel/machine/spilling.h"

namespace warpstring::machine {

/// Adds the executions on average to the program's figures; `passesPerWarp` holds the local IDs that are read.
void countWork(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
               const CodeShape& shape, const PipeBalance& pipes, const std::vector<RegionSpills>& spills,
               MachineProgram& program);

} // namespace warpstring::machine
