// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a timeline: what bounds it, how busy its resources are, how many warps live on it and why.
#pragma once

#include <QString>
#include <vector>

#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

/// A line of a list with a bar.
struct FactBar {
    QString label, value;
    double fraction = 0;     ///< of the bar's length, 0 to 1
    bool emphasised = false; ///< it is what limits
    friend bool operator==(const FactBar&, const FactBar&) = default;
};

/// The number of the multiprocessor that the timeline is of.
[[nodiscard]] int shownMultiprocessor(const AnalysisRequest& request);

/// "multiprocessor 66 of 132; 20,000 of 71,234 operations, ..."
[[nodiscard]] QString timelineHeading(const Analysis& analysis);
/// What a reader must know of the figures: that nothing is reported from this timeline, that a part of the
/// kernel was extrapolated. Empty where there is nothing.
[[nodiscard]] QString timelineNote(const Analysis& analysis);
/// "bound by DRAM bandwidth"
[[nodiscard]] QString boundText(const Analysis& analysis);
[[nodiscard]] std::vector<FactBar> resourceBars(const Analysis& analysis);
/// "3 work-groups of 8 warps: 24 of 64 warps (37.5 %), limited by registers"
[[nodiscard]] QString occupancyText(const Analysis& analysis);
/// Work-groups that each resource alone would allow, of the most that may be resident on the device: more than
/// those limit nothing.
[[nodiscard]] std::vector<FactBar> occupancyBars(const Analysis& analysis);

} // namespace warpstring::gui
