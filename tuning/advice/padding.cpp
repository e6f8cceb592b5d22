// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/padding.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/memory_rules.h"
#include "tuning/advice/access_shape.h"

namespace warpstring::advice {

namespace {

constexpr int mostPadding = 4;
constexpr std::size_t mostPieces = 32; ///< of an access that are looked at
/// Of the passes that are left, at most, where padding is worth while.
constexpr double mostLeft = 0.6;

struct Passes {
    double cycles = 0;
    int worstWays = 1;
};

class Array {
public:
    Array(const Situation& situation, const MemoryAccess& one)
        : evaluation_(situation.simulation.evaluation), memory_(situation.spec.sharedMemory) {
        for (const auto& access : situation.pdg.accesses)
            if (access.space == MemorySpace::Shared && access.object == one.object &&
                access.objectIsArgument == one.objectIsArgument)
                accesses_.push_back(&access);
    }

    [[nodiscard]] bool isKnown() const {
        return std::all_of(accesses_.begin(), accesses_.end(), [&](const MemoryAccess* access) {
            return !evaluation_.accesses[access->id].pieces.empty();
        });
    }

    /// With rows of `row` bytes, `more` bytes longer.
    [[nodiscard]] Passes passes(std::int64_t row, std::int64_t more) const {
        Passes all;
        for (const auto* access : accesses_) {
            const auto& pieces = evaluation_.accesses[access->id].pieces;
            for (std::size_t p = 0; p < std::min(pieces.size(), mostPieces); ++p)
                add(*access, pieces[p], row, more, all);
        }
        return all;
    }

private:
    void add(const MemoryAccess& access, const evaluation::AccessPiece& piece, std::int64_t row,
             std::int64_t more, Passes& all) const {
        const int warpSize = evaluation_.warpSize, groupSize = evaluation_.launch.groupSize;
        std::vector<std::int64_t> lanes(static_cast<std::size_t>(warpSize));
        for (int first = 0; first < groupSize; first += warpSize) {
            if (!piece.active.anyOf(first, std::min(first + warpSize, groupSize))) continue;
            for (int lane = 0; lane < warpSize; ++lane) {
                const int item = first + lane;
                std::int64_t address = evaluation::inactiveLane;
                if (item < groupSize && piece.active.contains(item)) {
                    address = piece.offset.lowAt(static_cast<std::size_t>(item));
                    address += evaluation::floorDivide(address, row) * more;
                }
                lanes[static_cast<std::size_t>(lane)] = address;
            }
            const auto conflicts = evaluation::bankConflicts(memory_, lanes, access.bytes);
            all.cycles += conflicts.cycles * piece.box.points();
            all.worstWays = std::max(all.worstWays, conflicts.ways);
        }
    }

    const evaluation::Evaluation& evaluation_;
    const HardwareSpec::SharedMemory& memory_;
    std::vector<const MemoryAccess*> accesses_;
};

/// Bytes that may be a row of the array: distances between work-items.
std::set<std::int64_t> rowsOf(const Situation& situation, const Cause& cause) {
    std::set<std::int64_t> rows;
    for (const auto id : cause.accesses) {
        const MemoryAccess& access = situation.pdg.accesses[id];
        const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, access);
        for (const auto& distance : shape.local)
            if (distance && std::abs(*distance) > access.bytes && std::abs(*distance) % access.bytes == 0)
                rows.insert(std::abs(*distance));
    }
    return rows;
}

} // namespace

std::optional<Padding> paddingFor(const Situation& situation, const Cause& cause) {
    if (cause.accesses.empty()) return std::nullopt;
    const MemoryAccess& access = situation.pdg.accesses[cause.accesses.front()];
    const Array array(situation, access);
    if (!array.isKnown()) return std::nullopt;
    std::optional<Padding> best;
    double least = 0;
    for (const auto row : rowsOf(situation, cause)) {
        const Passes now = array.passes(row, 0);
        for (int more = 1; more <= mostPadding; ++more) {
            const Passes padded = array.passes(row, std::int64_t{more} * access.bytes);
            if (padded.cycles > mostLeft * now.cycles || (best && padded.cycles >= least)) continue;
            least = padded.cycles;
            best = Padding{access.object, access.objectIsArgument, access.bytes,    row / access.bytes,
                           more,          now.worstWays,           padded.worstWays};
        }
    }
    return best;
}

} // namespace warpstring::advice
