// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/kernel_facts.h"

#include <algorithm>

namespace warpstring::own_kernels {

using evaluation::Bounded;

namespace {

void add(Bounded& sum, const Bounded& part, double factor) {
    sum.lower += part.lower * factor;
    sum.value += part.value * factor;
    sum.upper += part.upper * factor;
}

std::string wordFor(const MemoryAccess& access) {
    if (access.kind == AccessKind::Atomic)
        return access.space == MemorySpace::Shared ? "local atomics" : "atomics";
    const bool isLoad = access.kind == AccessKind::Load;
    switch (access.space) {
    case MemorySpace::Global: return isLoad ? "reads" : "writes";
    case MemorySpace::Constant: return "constants";
    case MemorySpace::Shared: return isLoad ? "local reads" : "local writes";
    case MemorySpace::Private: return isLoad ? "private reads" : "private writes";
    case MemorySpace::Image: return isLoad ? "texture reads" : "texture writes";
    case MemorySpace::Unknown: break;
    }
    return isLoad ? "unknown reads" : "unknown writes";
}

/// Atomics and fetches of texels are counted, everything else by its bytes.
double amountOf(const MemoryAccess& access) {
    if (access.kind == AccessKind::Atomic) return 1;
    if (access.space == MemorySpace::Image) return access.texels == 0 ? 0 : 1;
    return access.bytes;
}

} // namespace

Bounded laneExecutions(const evaluation::RegionEvaluation& region) {
    Bounded lanes;
    for (const auto& cell : region.cells) {
        const double points = cell.box.points();
        lanes.lower += points * cell.scaleLow * cell.must.count();
        lanes.upper += points * cell.scaleHigh * cell.may.count();
        lanes.value += points * cell.scale * (cell.must.count() + cell.may.count()) / 2;
    }
    return lanes;
}

Facts factsOf(const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    const auto& range = evaluation.launch.range;
    const auto items = static_cast<double>(range.global[0] * range.global[1] * range.global[2]);
    Facts facts;
    for (const char* word :
         {"reads", "writes", "constants", "local reads", "local writes", "private reads", "private writes",
          "texture reads", "texture writes", "unknown reads", "unknown writes", "atomics", "local atomics",
          "barriers", "transactions", "texels"})
        facts[word];
    int ways = 1;
    for (const auto& statement : pdg.statements) {
        const auto& region = evaluation.regions[statement.region];
        if (statement.kind == StatementKind::Barrier) add(facts["barriers"], region.executions, 1);
        if (statement.kind != StatementKind::Memory) continue;
        const auto& access = pdg.accesses[statement.access];
        add(facts[wordFor(access)], laneExecutions(region), amountOf(access) / items);
        const auto& found = evaluation.accesses[statement.access];
        if (access.space == MemorySpace::Shared) ways = std::max(ways, found.worstWays);
        if (access.space == MemorySpace::Image)
            add(facts["texels"], laneExecutions(region), access.texels / items);
        if (access.space == MemorySpace::Global) add(facts["transactions"], found.transactions, 1);
    }
    const auto set = [&](const char* word, double value) { facts[word] = {value, value, value}; };
    set("ways", ways);
    set("local bytes", static_cast<double>(pdg.sharedBytes));
    set("private bytes", static_cast<double>(pdg.privateBytes));
    set("work-items", items);
    set("group", static_cast<double>(range.local[0] * range.local[1] * range.local[2]));
    set("loops", static_cast<double>(pdg.loops.size()));
    return facts;
}

} // namespace warpstring::own_kernels
