// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated multiprocessor as rows: a row for each place of a warp, the work-groups in it one after
// another.
#pragma once

#include <vector>

#include "app/gui/models/timeline/warp_pieces.h"
#include "stringmodel/timeline/kernel_timeline.h"
#include "stringmodel/timeline/warp_history.h"

namespace warpstring::gui {

/// One warp of a work-group in its row.
struct WarpStay {
    std::uint64_t group = 0;
    int inGroup = 0;                            ///< number of the warp in its group
    double start = 0, end = 0;                  ///< of the group, cycles
    std::uint32_t firstEntry = 0, endEntry = 0; ///< of the row's entries
};

struct TimelineRow {
    std::uint32_t warp = 0; ///< number of the place on the multiprocessor
    int scheduler = 0;
    int slot = 0; ///< of the groups
    std::vector<WarpStay> stays;
    std::vector<timeline::HistoryEntry> entries; ///< in time
    WarpPieces pieces;                           ///< of the entries
};

/// The rows are in the order of schedulers, then of places.
[[nodiscard]] std::vector<TimelineRow> timelineRows(const timeline::KernelTimeline& timeline, int warpsPerGroup,
                                                    int schedulers);

} // namespace warpstring::gui
