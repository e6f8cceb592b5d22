// SPDX-License-Identifier: GPL-3.0-or-later
// Which buffers of a launch travel, in which direction, and how many bytes: as a whole, as the interval around
// what is touched, or packed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.h"
#include "symbolic/counts/launch_counts.h"

namespace warpstring::transfers {

/// What of a buffer is moved.
enum class TransferBy {
    Whole,    ///< all of it
    Interval, ///< from the first to the last touched byte (Garg 2009, algorithm 3)
    Packed    ///< copies of the regions without what lies between them (algorithms 2 and 5)
};
[[nodiscard]] std::string_view name(TransferBy by);

/// Bytes of one direction; all 0 where nothing travels.
struct Volume {
    std::int64_t whole = 0;
    std::optional<std::int64_t> interval, packed; ///< absent where addresses are not affine

    /// What there is of it: packed, else the interval, else the whole.
    [[nodiscard]] std::int64_t bytes(TransferBy by) const;
};

struct BufferVolumes {
    std::string name;
    symbolic::Direction direction = symbolic::Direction::None;
    std::int64_t bytes = 0; ///< the whole buffer
    Volume in, out;
    Volume onDevice; ///< what is touched, read or written
    std::optional<regions::Interval> touched;
    std::string note; ///< why less is known than could be, or why more travels than is read; often empty
};

/// Work-groups of a launch: a box of them.
struct GroupBox {
    std::array<std::uint64_t, 3> first{0, 0, 0}, count{1, 1, 1};
};

/// Where directions come from.
enum class DirectionsBy {
    Graph, ///< what the kernel does: loads travel in, stores out, both and atomic operations both
    Launch ///< the access of the launch file, whole buffers: as `measure` moves them
};

/// Buffers and images in the order of the kernel's arguments; those that are not touched have Direction::None.
/// What is written with gaps travels in too, or the way back would overwrite the host's bytes in them; not so
/// where the launch file says `write`. Of `box` alone where it is given: then gaps are the results of others.
[[nodiscard]] std::vector<BufferVolumes> bufferVolumes(const Pdg& pdg, const Launch& launch,
                                                       const symbolic::LaunchCounts& counts,
                                                       DirectionsBy directions = DirectionsBy::Graph,
                                                       const std::optional<GroupBox>& box = {});

} // namespace warpstring::transfers
