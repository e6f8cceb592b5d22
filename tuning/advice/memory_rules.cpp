// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tuning/advice/access_shape.h"
#include "tuning/advice/padding.h"
#include "tuning/advice/rule_words.h"
#include "tuning/advice/rules.h"

namespace warpstring::advice {

namespace {

/// Bytes that the group's warps ask for over those that they touch.
double reuseOf(const Situation& situation, const MemoryAccess& access) {
    const auto& figures = situation.simulation.evaluation.accesses[access.id];
    if (!figures.reach || figures.pieces.empty()) return 0;
    const auto groups = static_cast<double>(situation.launch.range.groupCount());
    const double asked = figures.touched.asked * situation.simulation.evaluation.warps / groups;
    std::set<std::int64_t> words;
    for (const auto& piece : figures.pieces) {
        double inner = 1; // iterations of loops, in which it moves or not
        for (std::size_t v = 3; v < piece.box.variables.size(); ++v)
            inner *= static_cast<double>(piece.box.variables[v].count);
        if (inner > 4096 || words.size() > 65536) return 0;
        std::vector<std::int64_t> shifts{0};
        for (const auto& term : piece.offset.terms) {
            if (term.variable < 3) continue;
            std::vector<std::int64_t> more;
            for (std::uint64_t i = 0; i < piece.box.variables[term.variable].count; ++i)
                for (const auto shift : shifts)
                    more.push_back(shift + static_cast<std::int64_t>(i) * term.coefficient);
            shifts = std::move(more);
        }
        for (const auto first : piece.offset.low)
            for (const auto shift : shifts) words.insert(first + shift);
    }
    return words.empty() ? 0 : asked / (static_cast<double>(words.size()) * access.bytes);
}

/// Whether some access goes along dimension 0 by neighbours and would not along the other one.
bool losesBySwap(const Situation& situation, std::size_t dimension) {
    return std::any_of(
        situation.pdg.accesses.begin(), situation.pdg.accesses.end(), [&](const MemoryAccess& access) {
            if (access.space != MemorySpace::Global) return false;
            const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, access);
            return shape.local[0] && std::abs(*shape.local[0]) == access.bytes &&
                   (!shape.local[dimension] || std::abs(*shape.local[dimension]) > access.bytes);
        });
}

} // namespace

Proposal padRows(const Situation& situation, const Cause& cause) {
    const auto padding = paddingFor(situation, cause);
    if (!padding) return std::nullopt;
    const MemoryAccess& access = *firstAccess(situation, cause);
    const std::string name = objectName(situation.pdg, access);
    const std::string after =
        padding->waysAfter == 1 ? "no conflict" : std::to_string(padding->waysAfter) + "-way ones";
    return Remedy{"pad-rows",
                  "pad the rows of " + name + " from " + std::to_string(padding->rowElements) + " to " +
                      std::to_string(padding->rowElements + padding->more) +
                      " elements: " + std::to_string(padding->waysBefore) + "-way conflicts leave " + after,
                  cause.place, "pad " + name + "=" + std::to_string(padding->more)};
}

Proposal copyPerWarp(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    if (access == nullptr || access->space != MemorySpace::Shared) return std::nullopt;
    return Remedy{"copy-per-warp",
                  "give each warp a copy of " + objectName(situation.pdg, *access) +
                      " in local memory, and add the " +
                      numberText(situation.simulation.occupancy.warpsPerGroup) + " copies at the end",
                  cause.place, ""};
}

Proposal swapAxes(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (!shape.local[0] || std::abs(*shape.local[0]) <= access->bytes) return std::nullopt;
    for (std::size_t d = 1; d < 3; ++d)
        if (shape.local[d] && std::abs(*shape.local[d]) == access->bytes && !losesBySwap(situation, d))
            return Remedy{"swap-axes",
                          "let dimensions 0 and " + std::to_string(d) +
                              " change roles: work-items that are neighbours "
                              "in dimension " +
                              std::to_string(d) + " access neighbours of " +
                              objectName(situation.pdg, *access) + ", those in dimension 0 are " +
                              std::to_string(std::abs(*shape.local[0])) + " bytes apart",
                          cause.place, "swap-axes 0," + std::to_string(d)};
    return std::nullopt;
}

Proposal transpose(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (!shape.local[0] || std::abs(*shape.local[0]) <= access->bytes) return std::nullopt;
    for (const auto& [loop, step] : shape.loops)
        if (std::abs(step) == access->bytes) {
            const std::string name = objectName(situation.pdg, *access);
            return Remedy{"transpose",
                          "store " + name +
                              " transposed, or bring tiles of it to local memory with neighbouring "
                              "work-items at neighbouring elements: the loop of " +
                              lineOf(situation.pdg.loops[loop].place) + " walks along a row of " +
                              std::to_string(std::abs(*shape.local[0])) + " bytes for each work-item",
                          cause.place, "stage " + name};
        }
    return std::nullopt;
}

Proposal fieldsApart(const Situation& situation, const Cause& cause) {
    constexpr std::int64_t mostRecord = 256; // bytes
    const MemoryAccess* access = firstAccess(situation, cause);
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (!shape.local[0]) return std::nullopt;
    const std::int64_t record = std::abs(*shape.local[0]);
    if (record <= access->bytes || record > mostRecord) return std::nullopt;
    std::int64_t used = 0;
    for (const auto& other : situation.pdg.accesses)
        if (other.object == access->object && other.objectIsArgument == access->objectIsArgument &&
            other.kind == access->kind && other.space == access->space)
            if (const auto same = shapeOf(situation.pdg, situation.simulation.evaluation, other);
                same.local[0] && std::abs(*same.local[0]) == record)
                used += other.bytes;
    used = std::min(used, record);
    const std::string name = objectName(situation.pdg, *access);
    if (used == record && (record == 8 || record == 16 || record == 32 || record == 64))
        return Remedy{"vector-access",
                      "access the " + std::to_string(record) + " bytes of a work-item in " + name +
                          " as vectors: all of them are used, one by one",
                      cause.place, "vector " + name};
    return Remedy{"fields-apart",
                  "keep fields of " + name + " in arrays of their own: of each " + std::to_string(record) +
                      " bytes " + std::to_string(used) + " are used, and neighbours are " +
                      std::to_string(record) + " bytes apart",
                  cause.place, ""};
}

Proposal throughLocalMemory(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (!shape.local[0] || !shape.loops.empty() || access->kind == AccessKind::Atomic) return std::nullopt;
    const auto dimensions = situation.launch.range.dimensions;
    if (dimensions < 2 || std::abs(*shape.local[0]) <= access->bytes) return std::nullopt;
    const std::string name = objectName(situation.pdg, *access);
    return Remedy{"through-local-memory",
                  "turn tiles of " + name + " in local memory, so that both sides go along rows: lanes are " +
                      std::to_string(std::abs(*shape.local[0])) + " bytes apart",
                  cause.place, "stage " + name};
}

Proposal gather(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (!shape.hangsOnData) return std::nullopt;
    const std::string name = objectName(situation.pdg, *access);
    std::string text =
        "sort or bucket the indices by which " + name + " is accessed: data decides where lanes go";
    if (access->objectIsArgument && access->object != none) {
        const auto bytes = situation.simulation.evaluation.launch.bufferBytes[access->object];
        if (bytes > 0 && bytes <= static_cast<std::uint64_t>(situation.spec.occupancy.sharedBytesPerGroup) / 2)
            text = "bring " + name + " to local memory first: its " + std::to_string(bytes) +
                   " bytes fit, and data decides where lanes go";
    }
    return Remedy{"gather", text, cause.place, ""};
}

Proposal oneAtomicAGroup(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    if (access == nullptr || access->space == MemorySpace::Shared) return std::nullopt;
    return Remedy{
        "reduce-first",
        "combine the values of a group in local memory first, then do one atomic operation a group: " +
            numberText(situation.simulation.evaluation.launch.groupSize) + " times fewer on " +
            objectName(situation.pdg, *access),
        cause.place, ""};
}

Proposal constantsAsGlobal(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    return Remedy{
        "constants-as-global",
        "pass " + objectName(situation.pdg, *access) +
            " as __global const, or copy it to local memory: constant memory hands out one word at a time",
        cause.place, ""};
}

Proposal stage(const Situation& situation, const Cause& cause) {
    constexpr double worthWhile = 4;
    const MemoryAccess* access = firstAccess(situation, cause);
    if (access == nullptr || access->space != MemorySpace::Global || access->kind != AccessKind::Load)
        return std::nullopt;
    const double reuse = reuseOf(situation, *access);
    if (reuse < worthWhile) return std::nullopt;
    const std::string name = objectName(situation.pdg, *access);
    return Remedy{"stage",
                  "stage " + name + " in local memory: a group reads each of its bytes " + numberText(reuse) +
                      " times",
                  cause.place, "stage " + name};
}

Proposal vectorLoads(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    if (access == nullptr || access->space == MemorySpace::Shared || access->bytes > 8) return std::nullopt;
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (!shape.isKnown || !shape.local[0]) return std::nullopt;
    for (const int width : {4, 2}) {
        const std::int64_t whole = std::int64_t{width} * access->bytes;
        if (std::abs(*shape.local[0]) != whole) continue;
        const std::string name = objectName(situation.pdg, *access);
        return Remedy{"vector-access",
                      "access " + std::to_string(width) + " neighbouring elements of " + name +
                          " as one vector: a work-item's own are " + std::to_string(whole) + " bytes",
                      cause.place, "vector " + name + "=" + std::to_string(width)};
    }
    return std::nullopt;
}

Proposal fewerBytes(const Situation& situation, const Cause& cause) {
    if (!situation.simulation.timeline) return std::nullopt;
    double bytes = 0;
    for (const auto& traffic : situation.simulation.timeline->traffic)
        bytes += traffic.dramReadBytes + traffic.dramWriteBytes;
    const double seconds = situation.simulation.kernelTimeUs() * 1e-6;
    if (bytes <= 0 || seconds <= 0) return std::nullopt;
    const double rate = bytes / seconds / 1e9;
    if (rate < 0.5 * situation.spec.globalMemory.bandwidthGBs) return std::nullopt;
    return Remedy{"fewer-bytes",
                  "move fewer bytes (smaller types, kernels joined, results kept): " + numberText(rate) +
                      " of " + numberText(situation.spec.globalMemory.bandwidthGBs) + " GB/s go to DRAM",
                  cause.place, ""};
}

} // namespace warpstring::advice
