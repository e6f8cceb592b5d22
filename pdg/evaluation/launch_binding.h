// SPDX-License-Identifier: GPL-3.0-or-later
// A launch bound to a graph: arguments by index, work-items by linear number, buffers' data where the launch
// has it.
#pragma once

#include <optional>
#include <vector>

#include "core/launch.h"
#include "core/records/buffer_data.h"
#include "core/result.h"
#include "pdg/pdg.h"

namespace warpstring::evaluation {

struct LaunchBinding {
    NDRange range;
    int groupSize = 1;
    std::array<std::vector<std::int64_t>, 3> localIds;  ///< per dimension; one entry where the size is 1
    std::vector<std::optional<ScalarArgument>> scalars; ///< by argument index, fields of structs behind them
    std::vector<std::uint64_t> bufferBytes; ///< by argument index, of images and structs too; else 0
    std::vector<std::optional<records::BufferData>>
        data;                                      ///< read-only buffers with known contents; structs as bytes
    std::vector<std::uint64_t> localArgumentBytes; ///< by argument index
    std::vector<std::uint64_t> localArgumentOffsets; ///< by argument index, from the start of local memory
    std::vector<std::int64_t> imageSizes; ///< three for each argument, as imageSizeParameter() counts them
    std::uint64_t sharedBytes = 0;        ///< per group: the kernel's own and its arguments
};

/// Checks the launch against the kernel: every argument there and of the right kind, none too many, sizes
/// positive and dividing, reqd_work_group_size kept. All faults with their places in the launch file and hints.
[[nodiscard]] Result<LaunchBinding> bindLaunch(const Pdg& pdg, const Launch& launch);

} // namespace warpstring::evaluation
