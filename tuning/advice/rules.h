// SPDX-License-Identifier: GPL-3.0-or-later
// The rules by which remedies are proposed: each says what to do about a cause, or nothing where its condition
// in the graph and the evaluation does not hold.
#pragma once

#include <optional>

#include "tuning/advice/advice.h"

namespace warpstring::advice {

using Proposal = std::optional<Remedy>;

// Memory
/// Longer rows of an array in local memory.
[[nodiscard]] Proposal padRows(const Situation& situation, const Cause& cause);
/// Atomic operations in local memory.
[[nodiscard]] Proposal copyPerWarp(const Situation& situation, const Cause& cause);
/// Another dimension of the group has the neighbours, and no other access loses by it.
[[nodiscard]] Proposal swapAxes(const Situation& situation, const Cause& cause);
/// A loop walks along the row of each work-item.
[[nodiscard]] Proposal transpose(const Situation& situation, const Cause& cause);
/// Fields of records: lanes are a few elements apart.
[[nodiscard]] Proposal fieldsApart(const Situation& situation, const Cause& cause);
/// One side of a copy goes along rows, the other along columns.
[[nodiscard]] Proposal throughLocalMemory(const Situation& situation, const Cause& cause);
/// Data decides where lanes go.
[[nodiscard]] Proposal gather(const Situation& situation, const Cause& cause);
/// Atomic operations in global memory.
[[nodiscard]] Proposal oneAtomicAGroup(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal constantsAsGlobal(const Situation& situation, const Cause& cause);
/// A group reads the same bytes again and again.
[[nodiscard]] Proposal stage(const Situation& situation, const Cause& cause);
/// Neighbouring elements that a work-item accesses one by one.
[[nodiscard]] Proposal vectorLoads(const Situation& situation, const Cause& cause);
/// At the end of what DRAM hands out.
[[nodiscard]] Proposal fewerBytes(const Situation& situation, const Cause& cause);

// Ways and barriers
/// A loop of one work-item.
[[nodiscard]] Proposal serialSection(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal sortTrips(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal wholeWarps(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal groupsOfOneWarp(const Situation& situation, const Cause& cause);
/// A loop with several barriers.
[[nodiscard]] Proposal doubleBuffer(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal smallerGroups(const Situation& situation, const Cause& cause);

// The launch
[[nodiscard]] Proposal fewerRegisters(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal lessLocalMemory(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal otherShape(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal heaviestFirst(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal fullWaves(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal coarsen(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal moreWarps(const Situation& situation, const Cause& cause);

// Instructions
/// A loop that has one load in flight.
[[nodiscard]] Proposal unroll(const Situation& situation, const Cause& cause);
[[nodiscard]] Proposal cheaperOperation(const Situation& situation, const Cause& cause);

} // namespace warpstring::advice
