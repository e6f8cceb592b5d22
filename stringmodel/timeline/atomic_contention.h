// SPDX-License-Identifier: GPL-3.0-or-later
// Which atomic operations of a warp its compiler makes one, and over how many slices of L2 those of the device
// spread. docs/model.md, section 9.3. `share` is what evaluations may spend, as for ExprEvaluator.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/multiprocessor.h"
#include "stringmodel/timeline/warp_cycles.h"

namespace warpstring::timeline {

/// By AccessId: atomic operations at an address that a compiler sees to be the same for all lanes, as it
/// depends neither on IDs within the group nor on data. Not those of a loop that goes on by what they return:
/// who compares and exchanges does so for itself.
[[nodiscard]] std::vector<bool> mergedAtomics(const Pdg& pdg, const HardwareSpec& spec);

/// The first active lane stands for all.
void keepOneLane(std::span<std::int64_t> lanes);

/// By loop that tries an atomic operation on global memory again, where nobody annotated its trips: work-items
/// that try the same word at the same time. `concurrentGroups` are at work on the whole device; `program` and
/// `ofWarp` are a run's with the tries of `evaluation`: while a warp is elsewhere, it is no contention.
/// docs/model.md, section 9.3.
[[nodiscard]] evaluation::Contenders retryContenders(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                                     const HardwareSpec& spec, double concurrentGroups,
                                                     const machine::MachineProgram& program,
                                                     const WarpCycles& ofWarp, WorkShare* share = nullptr);

/// Cycles of L2's slices for such an operation of a warp at points that are drawn, on average; `isMerged`: one
/// lane stands for all. nullopt where neither its address nor its object's size is known.
[[nodiscard]] std::optional<double> expectedSliceCycles(const Pdg& pdg,
                                                        const evaluation::Evaluation& evaluation,
                                                        const HardwareSpec& spec, const MemoryAccess& access,
                                                        bool isMerged, WorkShare* share = nullptr);

/// By AccessId, for so many groups at work at the same time on the whole device.
[[nodiscard]] std::vector<AtomicTarget> atomicTargets(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                                      const HardwareSpec& spec, double concurrentGroups,
                                                      WorkShare* share = nullptr);

} // namespace warpstring::timeline
