// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch touches of each of its buffers: counts, and the regions of every access in the launch, in one
// work-group and in one of its warps.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/models/memory/buffer_plane.h"
#include "app/gui/models/session/analysis.h"
#include "symbolic/counts/launch_counts.h"
#include "symbolic/counts/touched_regions.h"

namespace warpstring::gui {

/// Whose places are meant; each lies within the one before.
enum class MemoryScope { Launch, Group, Warp };
inline constexpr std::array memoryScopes{MemoryScope::Launch, MemoryScope::Group, MemoryScope::Warp};

/// A work-group by its numbers and a warp of it.
struct MemoryChoice {
    std::array<std::int64_t, 3> group{};
    int warp = 0;
    friend bool operator==(const MemoryChoice&, const MemoryChoice&) = default;
};

struct AccessTrack {
    std::size_t access = 0;                            ///< index of counts.accesses
    std::size_t colour = 0;                            ///< its number among all tracks
    std::array<symbolic::TouchedRegions, 3> touched{}; ///< by scope
    [[nodiscard]] const symbolic::TouchedRegions& of(MemoryScope scope) const {
        return touched[static_cast<std::size_t>(scope)];
    }
};

/// A buffer, or an array in a work-group's local memory.
struct MappedBuffer {
    std::string name;
    bool isLocal = false;
    symbolic::Direction direction = symbolic::Direction::None;
    BufferPlane plane;
    std::optional<std::size_t> counts; ///< index of counts.buffers; arrays have none
    std::vector<AccessTrack> tracks;   ///< in the order of the graph
};

using SharedCounts = std::shared_ptr<const symbolic::LaunchCounts>;

struct MemoryMap {
    SharedAnalysis analysis;
    SharedCounts counts;
    MemoryChoice choice;
    std::array<std::int64_t, 3> groups{1, 1, 1}; ///< work-groups by dimension
    int warps = 1;                               ///< of a work-group
    std::vector<MappedBuffer> buffers;           ///< that are touched: arguments, then arrays

    [[nodiscard]] const Pdg& pdg() const { return *analysis->pdg; }
    [[nodiscard]] const Statement& statementOf(std::size_t access) const {
        return pdg().statements[pdg().accesses[counts->accesses[access].access].statement];
    }
    [[nodiscard]] Focus focusOf(std::size_t access) const {
        return analysis->elements.fromStatement(statementOf(access).id);
    }
};
using SharedMemoryMap = std::shared_ptr<const MemoryMap>;

/// Formulas are of the names that the request's launch text gives as plain numbers. Fails as countLaunch()
/// does.
[[nodiscard]] Result<SharedCounts> countsOf(const Analysis& analysis,
                                            const Cancellation* cancellation = nullptr);

/// The nearest choice that the launch has.
[[nodiscard]] MemoryChoice within(const MemoryMap& map, MemoryChoice choice);

/// `choice` is taken as within() has it.
[[nodiscard]] SharedMemoryMap memoryMap(SharedAnalysis analysis, SharedCounts counts,
                                        const MemoryChoice& choice);

/// The rows and columns of a buffer that its accesses touch in a scope, all together; nullopt where they touch
/// none, or none is known.
[[nodiscard]] std::optional<PlaneRect> extentOf(const MappedBuffer& buffer, MemoryScope scope);

/// "line 60 load"
[[nodiscard]] std::string trackName(const MemoryMap& map, const AccessTrack& track);
/// Without its name: "in, 67,108,864 bytes, 4,096 rows of 16,384 bytes; touched 67,108,864 bytes"
[[nodiscard]] std::string bufferText(const MemoryMap& map, const MappedBuffer& buffer);
/// "byte 1,024 of a (row 2, element 64): line 60 load of warp 0": who of a track touches it.
[[nodiscard]] std::string placeText(const MemoryMap& map, const MappedBuffer& buffer, const AccessTrack& track,
                                    std::int64_t byte);

} // namespace warpstring::gui
