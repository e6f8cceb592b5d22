// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of an analysis's timeline, and which operation is where in them.
#pragma once

#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/timeline/timeline_rows.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

/// An operation of a warp, and the piece of it that was asked for.
struct TimelineHit {
    std::size_t row = 0;
    std::uint32_t entry = 0;
    WarpState state = WarpState::issuing(token_string::TokenKind::Compute);
    friend bool operator==(const TimelineHit&, const TimelineHit&) = default;
};

/// Times at which operations issue that belong to something, by row: sorted, joined where they touch.
using TimelineMarks = std::vector<std::vector<std::pair<double, double>>>;

class TimelineIndex {
public:
    explicit TimelineIndex(SharedAnalysis analysis);

    [[nodiscard]] const Analysis& analysis() const { return *analysis_; }
    [[nodiscard]] const timeline::KernelTimeline& timeline() const { return *analysis_->timeline(); }
    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return rows_; }
    /// The last cycle in which one of the operations that are kept goes on.
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] double clockMhz() const { return analysis_->spec().execution.clockMhz; }

    /// What the row's warp does in a cycle; nothing where it is not there.
    [[nodiscard]] std::optional<TimelineHit> at(std::size_t row, double cycle) const;
    [[nodiscard]] const timeline::HistoryEntry& entry(const TimelineHit& hit) const {
        return rows_[hit.row].entries[hit.entry];
    }
    [[nodiscard]] const machine::MachineOperation& operation(const TimelineHit& hit) const {
        return timeline().program.operations[entry(hit).operation];
    }
    [[nodiscard]] const WarpStay& stay(const TimelineHit& hit) const;
    /// The operation before, of the same warp, whose result came last among those that this one uses.
    [[nodiscard]] std::optional<std::uint32_t> latestInput(const TimelineHit& hit) const;
    /// "M load a[...]", where it stands, what it waited for and how long, when its result was there.
    [[nodiscard]] QString text(const TimelineHit& hit, TimeUnit unit) const;

    [[nodiscard]] Focus focusOf(const TimelineHit& hit) const;
    [[nodiscard]] TimelineMarks marks(const Focus& focus) const;

private:
    SharedAnalysis analysis_;
    std::vector<TimelineRow> rows_;
    double end_ = 0;
};

/// What a warp waits for, to follow "waits 12 cycles for".
[[nodiscard]] QString stallText(timeline::Stall stall);

} // namespace warpstring::gui
