// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <string>

#include "pdg/evaluation/group_work.h"
#include "stringmodel/machine/occupancy.h"
#include "tuning/advice/rule_words.h"
#include "tuning/advice/rules.h"

namespace warpstring::advice {

namespace {

/// Resident groups with so many registers a work-item, and so much local memory a group.
int groupsWith(const Situation& situation, int registers, std::uint64_t sharedBytes) {
    const auto fits = machine::occupancy(situation.spec, situation.launch.range, registers, sharedBytes, 0);
    return fits ? fits->groups : 0;
}

} // namespace

Proposal fewerRegisters(const Situation& situation, const Cause& cause) {
    const auto& simulation = situation.simulation;
    const std::uint64_t shared = simulation.evaluation.launch.sharedBytes;
    if (simulation.occupancy.spilledRegisters > 0)
        return Remedy{"fewer-registers",
                      "keep fewer values alive or split the kernel: " +
                          std::to_string(simulation.occupancy.spilledRegisters) +
                          " registers a work-item are spilled to memory",
                      cause.place, ""};
    for (int registers = simulation.registers - 1; registers >= 16; --registers)
        if (const int groups = groupsWith(situation, registers, shared); groups > simulation.occupancy.groups)
            return Remedy{"fewer-registers",
                          "get along with " + std::to_string(registers) + " registers a work-item instead of " +
                              std::to_string(simulation.registers) + ": " + std::to_string(groups) +
                              " groups fit instead of " + std::to_string(simulation.occupancy.groups),
                          cause.place, ""};
    return std::nullopt;
}

Proposal lessLocalMemory(const Situation& situation, const Cause& cause) {
    const auto& simulation = situation.simulation;
    const std::uint64_t bytes = simulation.evaluation.launch.sharedBytes;
    const int next = simulation.occupancy.groups + 1;
    const auto& limits = situation.spec.occupancy;
    const int each =
        limits.sharedBytes / next / std::max(1, limits.sharedUnit) * std::max(1, limits.sharedUnit) -
        limits.sharedReserved;
    if (each <= 0) return std::nullopt;
    return Remedy{"less-local-memory",
                  "use at most " + std::to_string(each) + " bytes of local memory a group instead of " +
                      std::to_string(bytes) + ": " + std::to_string(next) + " groups fit instead of " +
                      std::to_string(simulation.occupancy.groups),
                  cause.place, ""};
}

Proposal otherShape(const Situation& situation, const Cause& cause) {
    const auto& simulation = situation.simulation;
    const auto warp = static_cast<std::uint64_t>(situation.spec.execution.warpSize);
    NDRange range{1, {1, 1, 1}, {1, 1, 1}};
    int most = simulation.occupancy.warps;
    std::uint64_t best = 0;
    for (std::uint64_t size = warp; size <= static_cast<std::uint64_t>(situation.spec.occupancy.groupSize);
         size *= 2) {
        range.local[0] = range.global[0] = size;
        const auto fits =
            machine::occupancy(situation.spec, range, std::max(1, simulation.wantedRegisters), 0, 0);
        if (fits && fits->warps > most) {
            most = fits->warps;
            best = size;
        }
    }
    if (best == 0) return std::nullopt;
    return Remedy{"other-shape",
                  "use groups of " + std::to_string(best) + " work-items instead of " +
                      std::to_string(simulation.evaluation.launch.groupSize) + ": " + std::to_string(most) +
                      " warps are resident instead of " + std::to_string(simulation.occupancy.warps),
                  cause.place, shapeRewrite(situation.launch.range, best)};
}

Proposal heaviestFirst(const Situation& situation, const Cause& cause) {
    const evaluation::GroupWork work(situation.pdg, situation.simulation.evaluation);
    const std::uint64_t all = situation.launch.range.groupCount();
    if (all > (1U << 20)) return std::nullopt;
    double sum = 0;
    for (std::uint64_t group = 0; group < all; ++group) sum += work.of(group);
    const double mean = sum / static_cast<double>(all);
    if (mean <= 0) return std::nullopt;
    return Remedy{"spread-work",
                  "split the heaviest groups, or let them start first: group " +
                      std::to_string(work.heaviestGroup()) + " has " +
                      numberText(work.of(work.heaviestGroup()) / mean) + " times the work of the mean one",
                  cause.place, ""};
}

Proposal fullWaves(const Situation& situation, const Cause& cause) {
    const auto places = static_cast<std::uint64_t>(situation.spec.execution.multiprocessors) *
                        static_cast<std::uint64_t>(std::max(1, situation.simulation.occupancy.groups));
    const std::uint64_t groups = situation.launch.range.groupCount();
    return Remedy{"full-waves",
                  "make the number of groups a multiple of " + std::to_string(places) +
                      ", or groups smaller: " + std::to_string(groups) + " are " +
                      std::to_string(groups / places) + " full waves and " + std::to_string(groups % places) +
                      " groups",
                  cause.place, ""};
}

Proposal coarsen(const Situation& situation, const Cause& cause) {
    constexpr std::uint64_t manyGroups = 16; // of a multiprocessor
    if (situation.launch.range.groupCount() <
        manyGroups * static_cast<std::uint64_t>(situation.spec.execution.multiprocessors))
        return std::nullopt;
    const int size = situation.simulation.evaluation.launch.groupSize;
    const bool isSmall = size < 128;
    return Remedy{
        "coarsen",
        isSmall ? "use groups of 256 work-items instead of " + std::to_string(size) + ": there are " +
                      std::to_string(situation.launch.range.groupCount()) + " to start"
                : "let a work-item compute 4 results: " + std::to_string(situation.launch.range.groupCount()) +
                      " groups take longer to start than to run",
        cause.place, isSmall ? shapeRewrite(situation.launch.range, 256) : "coarsen x=4"};
}

Proposal moreWarps(const Situation& situation, const Cause& cause) {
    const auto& occupancy = situation.simulation.occupancy;
    if (occupancy.fraction >= 0.5) return std::nullopt;
    return Remedy{"more-warps",
                  "let more warps be resident: " + std::to_string(occupancy.warps) + " of " +
                      std::to_string(situation.spec.occupancy.warps) + " are, limited by " + occupancy.limiter,
                  cause.place, ""};
}

} // namespace warpstring::advice
