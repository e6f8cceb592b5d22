// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps of a multiprocessor do between two cycles.
#pragma once

#include <QString>
#include <vector>

#include "app/gui/models/timeline/timeline_rows.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

struct SpanPart {
    std::size_t warps = 0;      ///< rows with a warp in the span
    std::size_t operations = 0; ///< that issue in it
    StateCycles cycles{};       ///< summed over warps
    [[nodiscard]] double issuing() const;
    /// Stall::None: nothing.
    [[nodiscard]] double waiting(timeline::Stall stall) const;
    [[nodiscard]] double waiting() const;
};

struct SpanMeasure {
    double from = 0, to = 0; ///< cycles
    SpanPart all;
    std::vector<SpanPart> schedulers; ///< by number
};

/// The ends in either order.
[[nodiscard]] SpanMeasure measureSpan(const std::vector<TimelineRow>& rows, double from, double to);

/// "1,200 cycles (0.89 us) from 400 to 1,600: 312 operations issued by 24 warps, ..."
[[nodiscard]] QString text(const SpanMeasure& measure, double clockMhz, TimeUnit unit);

} // namespace warpstring::gui
