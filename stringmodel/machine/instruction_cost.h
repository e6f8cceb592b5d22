// SPDX-License-Identifier: GPL-3.0-or-later
// What operations cost by a spec, for everyone who counts instructions: the string, the machine, the compiler.
#pragma once

#include <optional>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

/// As the spec says; as of one plain instruction where it has no cost for the class.
[[nodiscard]] InstructionCost costOf(OperationClass operation, const HardwareSpec& spec);

struct Computation {
    OperationClass operation = OperationClass::Move;
    int count = 1;
};

/// What a statement has the execution units compute; nothing for barriers, registers and accesses to memory.
/// Constant memory counts as an operand: its cache delivers one word a warp where all lanes agree; taken as an
/// instruction that hits.
[[nodiscard]] std::optional<Computation> computationOf(const Statement& statement, const Pdg& pdg);

/// Whether another statement takes this one in on this machine.
[[nodiscard]] bool isFused(const Statement& statement, const HardwareSpec& spec);

/// Whether a statement is an instruction of its own: no register, and nothing that another one takes in.
[[nodiscard]] bool isIssued(const Statement& statement, const HardwareSpec& spec);

/// Of a statement, as compilers count them to limit the size of loops and branches.
[[nodiscard]] double instructionsOf(const Statement& statement, const HardwareSpec& spec);

/// The same, as assemblers count them who decide between a branch and predicates: what they split into two
/// words later is one.
[[nodiscard]] double branchedOver(const Statement& statement, const HardwareSpec& spec);

} // namespace warpstring::machine
