// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/handed_on.h"

#include <algorithm>

#include "pdg/region_tree.h"
#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/value_sources.h"

namespace warpstring::machine {

namespace {

void keep(std::vector<HandedOnLoad>& values, const HandedOnLoad& value) {
    const auto known = std::find_if(values.begin(), values.end(),
                                    [&](const HandedOnLoad& other) { return other.load == value.load; });
    if (known == values.end())
        values.push_back(value);
    else
        known->iterations = std::max(known->iterations, value.iterations);
}

} // namespace

std::map<LoopId, std::vector<HandedOnLoad>> handedOnLoads(const Pdg& pdg, const HardwareSpec& spec) {
    std::map<LoopId, std::vector<HandedOnLoad>> found;
    const bool any = std::any_of(pdg.statements.begin(), pdg.statements.end(),
                                 [](const Statement& statement) { return !statement.handedOn.empty(); });
    if (!any) return found;
    for (const auto& user : pdg.statements) {
        if (!isIssued(user, spec)) continue;
        for (const auto& source : valueSources(pdg, spec, user.data, user.id)) {
            const Statement& load = pdg.statements[source.statement];
            if (load.kind != StatementKind::Memory || !isMoved(source, user.id, 1)) continue;
            if (const LoopId loop = innermostLoop(pdg, load.region); loop != none)
                keep(found[loop], {load.id, user.id, source.iterations});
        }
    }
    for (auto& [loop, values] : found)
        std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.load < b.load; });
    return found;
}

MachineOperation waitFor(const HandedOnLoad& value, const ValueSlots& slots, int copies) {
    MachineOperation wait;
    wait.statement = value.user;
    wait.instructions = wait.issueCycles = wait.latency = 0;
    const std::uint32_t first = slots.first[value.load];
    for (int copy = 0; copy < std::min(copies, slots.copies[value.load]); ++copy)
        wait.uses.push_back(first + static_cast<std::uint32_t>(copy));
    return wait;
}

} // namespace warpstring::machine
