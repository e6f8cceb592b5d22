// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit did to a kernel's figures: those of the baseline beside those of now.
#pragma once

#include <QString>
#include <map>

#include "app/gui/models/session/analysis.h"
#include "stringmodel/line_costs.h"

namespace warpstring::gui {

/// Of a figure. Times of two devices are in us or in each one's cycles: a change in per cent is of either.
struct FigureChange {
    double then = 0, now = 0;

    /// now / then - 1; nothing where there was none.
    [[nodiscard]] std::optional<double> fraction() const;
};

struct CostChange {
    FigureChange timeUs, warpCycles, occupancy;
    double clockMhzThen = 1;
    std::map<int, LineCost> linesThen; ///< by line of the text as it is now; of those that were there before

    /// nullptr: that line cost nothing, or is a new one.
    [[nodiscard]] const LineCost* before(int line) const;
};

/// nullptr for `then`: nothing to hold `now` against.
[[nodiscard]] std::optional<CostChange> costChange(const SharedAnalysis& then, const Analysis& now);

/// "-12.3 %", "+0.40 %", "\u00d725.3", "unchanged"; empty where there is no fraction.
[[nodiscard]] QString changeText(std::optional<double> fraction);
[[nodiscard]] inline QString changeText(const FigureChange& change) { return changeText(change.fraction()); }
/// Whether it would be called unchanged.
[[nodiscard]] bool isUnchanged(std::optional<double> fraction);

} // namespace warpstring::gui
