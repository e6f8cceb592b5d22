// SPDX-License-Identifier: GPL-3.0-or-later
// The spans of a run sorted by warp, as pictures need them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdg/pdg.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::timeline {

/// An operation on the row of its warp, cycles. Those of a warp follow each other without overlap:
/// begin <= issue <= issued <= end, and end is at most the next one's begin.
struct HistoryEntry {
    std::uint32_t operation = 0;
    double begin = 0;  ///< the one before has issued
    double issue = 0;  ///< until then it waits for `stall`
    double issued = 0; ///< the warp can go on, unless it is at a barrier
    double end = 0;    ///< the warp goes on
    double done = 0;   ///< the result is there
    Stall stall = Stall::None;
};

/// One warp of one work-group.
struct WarpHistory {
    std::uint32_t number = 0; ///< of its place on the multiprocessor
    int scheduler = 0;
    std::uint64_t group = 0;
    int slot = 0; ///< of the group
    int inGroup = 0;
    double start = 0, end = 0; ///< of its group
    std::vector<HistoryEntry> entries;
};

/// By scheduler, then by place, then by time. Warps without spans are left out.
[[nodiscard]] std::vector<WarpHistory> warpHistories(const MultiprocessorRun& run,
                                                     const machine::MachineProgram& program, int warpsPerGroup,
                                                     int schedulers);

/// "C", "M", "M-bar", "S", "S-bar" or "B", as tokens are called.
[[nodiscard]] const char* kindName(const machine::MachineOperation& operation);
/// What the operation does and where it stands in the source: "load a[...]", line 7.
struct OperationPlace {
    std::string text;
    int line = 0;
};
[[nodiscard]] OperationPlace placeOf(const machine::MachineOperation& operation, const Pdg& pdg);

} // namespace warpstring::timeline
