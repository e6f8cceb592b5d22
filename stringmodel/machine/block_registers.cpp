// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/block_registers.h"

#include <algorithm>

namespace warpstring::machine {

BlockRegisters::BlockRegisters(const Pdg& pdg, const std::vector<bool>& alive, LoopId loop) : pdg_(pdg) {
    for (std::uint32_t name = 0; name < alive.size(); ++name)
        if (alive[name]) registers_[make(name, -1)].isAlive = true;
    if (loop == none) return;
    for (const auto& value : pdg.loops[loop].carried) carried_[value.name] = value.next;
}

std::uint32_t BlockRegisters::make(std::uint32_t name, int copy) {
    const auto [place, isNew] = known_.try_emplace({name, copy}, static_cast<std::uint32_t>(registers_.size()));
    if (isNew) registers_.push_back({});
    return place->second;
}

/// What holds a name in a copy: made there, by the copies before it, or there from the start.
std::optional<std::uint32_t> BlockRegisters::find(std::uint32_t name, int copy) const {
    for (; copy >= 0; --copy) {
        if (const auto made = known_.find({name, copy}); made != known_.end()) return made->second;
        const auto value = carried_.find(name);
        if (value == carried_.end() || copy == 0) break;
        if (value->second == none) return std::nullopt;
        name = value->second;
    }
    const auto there = known_.find({name, -1});
    return there == known_.end() ? std::nullopt : std::optional(there->second);
}

void BlockRegisters::touch(const Statement& statement, RegionId guard, int copy,
                           ordering::InstructionNode& node) {
    const auto& use = pdg_.registerUses[statement.id];
    const auto read = [&](std::uint32_t name) {
        if (const auto known = find(name, copy)) node.reads.push_back(*known);
    };
    for (const auto name : use.reads) read(name);
    if (guard != none)
        for (const auto name : use.makes) read(name);
    for (const auto name : use.makes) node.makes.push_back(make(name, copy));
    std::sort(node.reads.begin(), node.reads.end());
    node.reads.erase(std::unique(node.reads.begin(), node.reads.end()), node.reads.end());
    node.temporaries = use.temporaries;
}

void BlockRegisters::touchAddress(StatementId advance, bool advances, int copy,
                                  ordering::InstructionNode& node) {
    const auto addressOf = [&](int of) {
        const auto [place, isNew] =
            addresses_.try_emplace({advance, of}, static_cast<std::uint32_t>(registers_.size()));
        if (isNew) registers_.push_back({addressWidth, of < 0, false});
        return place->second;
    };
    node.reads.push_back(addressOf(copy - 1));
    if (advances) node.makes.push_back(addressOf(copy));
}

std::vector<ordering::BlockRegister> BlockRegisters::all(const std::vector<bool>& kept, int copies) && {
    for (const auto& [address, place] : addresses_)
        if (address.second + 1 == copies) registers_[place].isKept = true;
    for (std::uint32_t name = 0; name < kept.size(); ++name)
        if (kept[name])
            if (const auto known = find(name, copies - 1)) registers_[*known].isKept = true;
    return std::move(registers_);
}

} // namespace warpstring::machine
