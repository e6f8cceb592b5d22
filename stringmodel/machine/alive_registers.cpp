// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/alive_registers.h"

#include <utility>

namespace warpstring::machine {

namespace {

void add(std::vector<bool>& names, const std::vector<bool>& more) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (more[i]) names[i] = true;
}

/// What is alive at the start of a loop's body, by the names that it has on a way there: `from` the entry, or
/// from the iteration before.
std::vector<bool> onTheWay(std::vector<bool> alive, const std::vector<CarriedRegister>& carried,
                           std::uint32_t CarriedRegister::* from) {
    std::vector<std::uint32_t> brought;
    for (const auto& value : carried)
        if (alive[value.name] && value.*from != none) brought.push_back(value.*from);
    for (const auto& value : carried) alive[value.name] = false;
    for (const auto name : brought) alive[name] = true;
    return alive;
}

} // namespace

AliveRegisters::AliveRegisters(const Pdg& pdg, const evaluation::Evaluation& evaluation)
    : pdg_(pdg), evaluation_(evaluation) {
    if (pdg.registerNames > 0) aheadOf(entryRegion, Names(pdg.registerNames, false));
}

const std::vector<bool>& AliveRegisters::at(RegionId region, std::size_t child) const {
    static const Names nothing;
    const auto found = alive_.find({region, child});
    return found == alive_.end() ? nothing : found->second;
}

std::vector<bool> AliveRegisters::aheadOf(RegionId region, Names alive) {
    const auto& children = pdg_.regions[region].children;
    alive_[{region, children.size()}] = alive;
    for (std::size_t i = children.size(); i-- > 0;) {
        const NodeRef child = children[i];
        if (child.kind == NodeRef::Kind::Statement) {
            const auto& use = pdg_.registerUses[child.statement()];
            for (const auto name : use.makes) alive[name] = false;
            for (const auto name : use.reads) alive[name] = true;
        } else if (child.kind == NodeRef::Kind::Region && !evaluation_.regions[child.region()].isDead()) {
            alive_[{region, i + 1}] = alive;
            if (pdg_.regions[child.region()].kind == Region::Kind::LoopBody)
                alive = aheadOfLoop(child.region(), alive);
            else
                add(alive, aheadOf(child.region(), alive)); // or around it
            alive_[{region, i}] = alive;
        }
    }
    alive_[{region, 0}] = alive;
    return alive;
}

/// What an iteration needs is needed behind the one before, but for what the loop hands on: of that, the value
/// that the one before has made.
std::vector<bool> AliveRegisters::aheadOfLoop(RegionId body, const Names& behind) {
    const auto& carried = pdg_.loops[pdg_.regions[body].loop].carried;
    // What is alive behind a loop only grows from one iteration of the loops around it to the next.
    Names& atStart = atStart_.try_emplace(body, behind.size(), false).first->second;
    for (bool grows = true; grows;) {
        Names atEnd = onTheWay(atStart, carried, &CarriedRegister::next);
        add(atEnd, behind);
        Names found = aheadOf(body, std::move(atEnd));
        add(found, atStart);
        grows = found != atStart;
        atStart = std::move(found);
    }
    return onTheWay(atStart, carried, &CarriedRegister::entry);
}

} // namespace warpstring::machine
