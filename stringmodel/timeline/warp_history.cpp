// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/warp_history.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "stringmodel/timeline/resident_warp.h"

namespace warpstring::timeline {

using machine::MachineKind;

std::vector<WarpHistory> warpHistories(const MultiprocessorRun& run, const machine::MachineProgram& program,
                                       int warpsPerGroup, int schedulers) {
    // The groups of a place follow each other.
    std::map<int, std::vector<const GroupRun*>> places;
    for (const auto& group : run.groups) places[group.slot].push_back(&group);
    for (auto& [slot, groups] : places)
        std::sort(groups.begin(), groups.end(), [](auto a, auto b) { return a->start < b->start; });
    std::map<std::tuple<int, std::uint32_t, std::size_t>, WarpHistory> warps;
    for (const auto& span : run.spans) {
        const int slot = static_cast<int>(span.warp) / warpsPerGroup;
        const auto& groups = places[slot];
        std::size_t at = 0;
        while (at + 1 < groups.size() && groups[at + 1]->start <= span.ready) ++at;
        if (groups.empty()) continue;
        const auto scheduler =
            static_cast<int>(schedulerOf(span.warp, warpsPerGroup, static_cast<std::size_t>(schedulers)));
        WarpHistory& warp = warps[{scheduler, span.warp, at}];
        warp.number = span.warp;
        warp.scheduler = scheduler;
        warp.group = groups[at]->group;
        warp.slot = slot;
        warp.inGroup = static_cast<int>(span.warp) % warpsPerGroup;
        warp.start = groups[at]->start;
        warp.end = groups[at]->end;
        const auto& operation = program.operations[span.operation];
        HistoryEntry entry{span.operation, span.ready, span.issue, 0, 0, span.done, span.stall};
        entry.issued = entry.end = entry.issue + operation.issueCycles;
        if (operation.kind == MachineKind::Barrier) entry.end = std::max(entry.end, entry.done);
        warp.entries.push_back(entry);
    }
    std::vector<WarpHistory> sorted;
    for (auto& [key, warp] : warps) {
        // Spans are floats: what rounding makes overlap is cut, and a barrier lasts until the warp goes on.
        for (std::size_t i = 0; i + 1 < warp.entries.size(); ++i) {
            auto& entry = warp.entries[i];
            const double next = warp.entries[i + 1].begin;
            if (program.operations[entry.operation].kind == MachineKind::Barrier) entry.end = next;
            for (double* time : {&entry.issue, &entry.issued, &entry.end}) *time = std::min(*time, next);
        }
        for (auto& entry : warp.entries)
            if (entry.issue <= entry.begin) entry.stall = Stall::None;
        sorted.push_back(std::move(warp));
    }
    return sorted;
}

const char* kindName(const machine::MachineOperation& operation) {
    const bool stores = operation.access == AccessKind::Store;
    switch (operation.kind) {
    case MachineKind::Compute: return "C";
    case MachineKind::Global: return stores ? "M-bar" : "M";
    case MachineKind::Shared: return stores ? "S-bar" : "S";
    case MachineKind::Spill: return "C"; // no token of its own
    case MachineKind::Barrier: return "B";
    }
    return "";
}

OperationPlace placeOf(const machine::MachineOperation& operation, const Pdg& pdg) {
    if (operation.statement != none) {
        const auto& statement = pdg.statements[operation.statement];
        return {operation.kind == MachineKind::Barrier ? "barrier" : statement.text, statement.place.at.line};
    }
    if (operation.predicate != none) return {"branch", pdg.predicates[operation.predicate].place.at.line};
    if (operation.kind == MachineKind::Spill)
        return {operation.access == AccessKind::Store ? "spill a register" : "load a spilled register", 0};
    const bool passesMemory = operation.pipeCycles[static_cast<std::size_t>(Pipe::Memory)] > 0;
    return {passesMemory ? "local ID" : "parameters", 0};
}

} // namespace warpstring::timeline
