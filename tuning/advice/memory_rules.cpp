// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tuning/advice/access_shape.h"
#include "tuning/advice/padding.h"
#include "tuning/advice/rule_words.h"
#include "tuning/advice/rules.h"
#include "tuning/advice/staging.h"

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

AccessShape shapeIn(const Situation& situation, const MemoryAccess& access) {
    return shapeOf(situation.pdg, situation.simulation.evaluation, access);
}

/// An access whose lanes are further apart than its elements.
struct Scattered {
    const MemoryAccess* access = nullptr;
    AccessShape shape;
    std::int64_t apart = 0; ///< bytes between lanes
};

std::optional<Scattered> scattered(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    if (access == nullptr || access->space == MemorySpace::Shared) return std::nullopt;
    Scattered found{access, shapeIn(situation, *access), 0};
    if (!found.shape.local[0]) return std::nullopt;
    found.apart = std::abs(*found.shape.local[0]);
    return found.apart > access->bytes ? std::optional(found) : std::nullopt;
}

/// Bytes of the distance between lanes that a work-item accesses, in as many such accesses as there are.
std::int64_t usedBytes(const Situation& situation, const Scattered& is) {
    std::int64_t used = 0;
    for (const auto& other : situation.pdg.accesses)
        if (other.object == is.access->object && other.objectIsArgument == is.access->objectIsArgument &&
            other.kind == is.access->kind && other.space == is.access->space)
            if (const auto same = shapeIn(situation, other);
                same.local[0] && std::abs(*same.local[0]) == is.apart)
                used += other.bytes;
    return std::min(used, is.apart);
}

/// Whether some access goes along dimension 0 by neighbours and would not along the other one.
bool losesBySwap(const Situation& situation, std::size_t dimension) {
    return std::any_of(situation.pdg.accesses.begin(), situation.pdg.accesses.end(),
                       [&](const MemoryAccess& access) {
                           if (access.space != MemorySpace::Global) return false;
                           const AccessShape shape = shapeIn(situation, access);
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
    const auto is = scattered(situation, cause);
    if (!is) return std::nullopt;
    std::size_t beside = 1;
    const auto hasNeighbours = [&](std::size_t dimension) {
        const auto& distance = is->shape.local[dimension];
        return distance && std::abs(*distance) == is->access->bytes && !losesBySwap(situation, dimension);
    };
    while (beside < 3 && !hasNeighbours(beside)) ++beside;
    if (beside == 3) return std::nullopt;
    const std::string other = std::to_string(beside);
    return Remedy{"swap-axes",
                  "let dimensions 0 and " + other +
                      " change roles: work-items that are neighbours in dimension " + other +
                      " access neighbours of " + objectName(situation.pdg, *is->access) +
                      ", those in dimension 0 are " + std::to_string(is->apart) + " bytes apart",
                  cause.place, beside == 1 ? "swap-axes" : ""};
}

Proposal transpose(const Situation& situation, const Cause& cause) {
    const auto is = scattered(situation, cause);
    if (!is) return std::nullopt;
    for (const auto& [loop, step] : is->shape.loops) {
        if (std::abs(step) != is->access->bytes) continue;
        const std::string name = objectName(situation.pdg, *is->access);
        return Remedy{"transpose",
                      "store " + name +
                          " transposed, or bring tiles of it to local memory with neighbouring "
                          "work-items at neighbouring elements: the loop of " +
                          lineOf(situation.pdg.loops[loop].place) + " walks along a row of " +
                          std::to_string(is->apart) + " bytes for each work-item",
                      cause.place, stagingRewrite(situation, *is->access)};
    }
    return std::nullopt;
}

Proposal fieldsApart(const Situation& situation, const Cause& cause) {
    constexpr std::int64_t mostRecord = 256; // bytes
    const auto is = scattered(situation, cause);
    if (!is || is->apart > mostRecord) return std::nullopt;
    const std::string apart = std::to_string(is->apart);
    return Remedy{"fields-apart",
                  "keep fields of " + objectName(situation.pdg, *is->access) +
                      " in arrays of their own: of each " + apart + " bytes " +
                      std::to_string(usedBytes(situation, *is)) + " are used, and neighbours are " + apart +
                      " bytes apart",
                  cause.place, ""};
}

Proposal throughLocalMemory(const Situation& situation, const Cause& cause) {
    const auto is = scattered(situation, cause);
    if (!is || !is->shape.loops.empty() || is->access->kind == AccessKind::Atomic ||
        situation.launch.range.dimensions < 2)
        return std::nullopt;
    const std::string name = objectName(situation.pdg, *is->access);
    return Remedy{"through-local-memory",
                  "turn tiles of " + name + " in local memory, so that both sides go along rows: lanes are " +
                      std::to_string(is->apart) + " bytes apart",
                  cause.place, ""};
}

Proposal gather(const Situation& situation, const Cause& cause) {
    const MemoryAccess* access = firstAccess(situation, cause);
    const AccessShape shape = shapeIn(situation, *access);
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
                  cause.place, stagingRewrite(situation, *access)};
}

Proposal vectorLoads(const Situation& situation, const Cause& cause) {
    constexpr int mostElement = 8; // bytes: what is wider is a vector already
    const auto is = scattered(situation, cause);
    if (!is || is->access->bytes > mostElement) return std::nullopt;
    const std::int64_t width = is->apart / is->access->bytes;
    const bool isVector = width == 2 || width == 4 || width == 8 || width == 16;
    if (!isVector || width * is->access->bytes != is->apart || usedBytes(situation, *is) < is->apart)
        return std::nullopt;
    const std::string name = objectName(situation.pdg, *is->access);
    return Remedy{"vector-access",
                  "access " + std::to_string(width) + " neighbouring elements of " + name +
                      " as one vector: a work-item's own are " + std::to_string(is->apart) + " bytes",
                  cause.place, ""};
}

Proposal fewerBytes(const Situation& situation, const Cause& cause) {
    if (!situation.simulation.timeline) return std::nullopt;
    double bytes = 0;
    for (const auto& traffic : situation.simulation.timeline->traffic) bytes += traffic.dramBytes();
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
