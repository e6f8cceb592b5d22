// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/timeline_rows.h"

#include <algorithm>

#include "stringmodel/operation_kind.h"

namespace warpstring::gui {

namespace {

/// Cut where the one before ends: spans are floats, and a group may start in the cycle in which another ends.
class PieceList {
public:
    void add(double begin, double end, std::uint32_t entry, WarpState state) {
        if (!pieces_.empty()) begin = std::max(begin, pieces_.back().end);
        if (end > begin) pieces_.push_back({begin, end, entry, state});
    }
    std::vector<WarpPiece> take() { return std::move(pieces_); }

private:
    std::vector<WarpPiece> pieces_;
};

std::vector<WarpPiece> piecesOf(const std::vector<timeline::HistoryEntry>& entries,
                                const machine::MachineProgram& program) {
    PieceList pieces;
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        const timeline::HistoryEntry& entry = entries[i];
        if (entry.stall != timeline::Stall::None)
            pieces.add(entry.begin, entry.issue, i, WarpState::waiting(entry.stall));
        pieces.add(entry.issue, entry.issued, i,
                   WarpState::issuing(kindOf(program.operations[entry.operation])));
        pieces.add(entry.issued, entry.end, i, WarpState::waiting(timeline::Stall::Barrier));
    }
    return pieces.take();
}

} // namespace

std::vector<TimelineRow> timelineRows(const timeline::KernelTimeline& timeline, int warpsPerGroup,
                                      int schedulers) {
    std::vector<TimelineRow> rows;
    for (const timeline::WarpHistory& warp :
         warpHistories(timeline.sample, timeline.program, warpsPerGroup, schedulers)) {
        if (rows.empty() || rows.back().warp != warp.number)
            rows.push_back({warp.number, warp.scheduler, warp.slot, {}, {}, {}});
        TimelineRow& row = rows.back();
        const auto first = static_cast<std::uint32_t>(row.entries.size());
        row.entries.insert(row.entries.end(), warp.entries.begin(), warp.entries.end());
        row.stays.push_back({warp.group, warp.inGroup, warp.start, warp.end, first,
                             static_cast<std::uint32_t>(row.entries.size())});
    }
    for (TimelineRow& row : rows) row.pieces = WarpPieces(piecesOf(row.entries, timeline.program));
    return rows;
}

} // namespace warpstring::gui
