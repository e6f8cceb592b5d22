// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers the instructions of a block make and read, in each copy of an unrolled body.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "pdg/ordering/instruction_block.h"
#include "stringmodel/machine/alive_registers.h"

namespace warpstring::machine {

/// Registers of 32 bits.
inline constexpr int addressWidth = 2;

/// Statements come in source order, copy by copy.
class BlockRegisters {
public:
    /// `loop`: whose body, or copies of it, the block is; none elsewhere.
    BlockRegisters(const Pdg& pdg, const std::vector<bool>& alive, LoopId loop);

    /// `guard`: the predicated branch that the statement is from, where what it does not make stays as it was.
    void touch(const Statement& statement, RegionId guard, int copy, ordering::InstructionNode& node);

    /// The address that a loop advances, by the statement that does: `node` reads that of the copy before and,
    /// where it `advances` it, makes this copy's.
    void touchAddress(StatementId advance, bool advances, int copy, ordering::InstructionNode& node);

    /// All of them, once the last statement stands; `kept`: behind the block.
    [[nodiscard]] std::vector<ordering::BlockRegister> all(const std::vector<bool>& kept, int copies) &&;

private:
    using Key = std::pair<std::uint32_t, int>; ///< a name and the copy that made it; -1: alive at the start

    [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t name, int copy) const;
    std::uint32_t make(std::uint32_t name, int copy);

    const Pdg& pdg_;
    std::map<std::uint32_t, std::uint32_t> carried_; ///< name to what the iteration before has of it
    std::map<Key, std::uint32_t> known_;
    std::map<std::pair<StatementId, int>, std::uint32_t> addresses_; ///< advance and copy; -1: at the start
    std::vector<ordering::BlockRegister> registers_;
};

} // namespace warpstring::machine
