// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the source that cost a warp most.
#pragma once

#include <QString>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "stringmodel/line_costs.h"

namespace warpstring::gui {

struct HotLine {
    int line = 0;
    double cycles = 0;   ///< of a warp
    double fraction = 0; ///< of all of its cycles
    double waiting = 0;  ///< of this line's
    QString meaning;     ///< what most of them are spent on: "global load"
    QString text;        ///< of the source, without what is before and behind it
    Focus focus;
};

/// The costliest first, `most` at most; lines without a cost are left out.
[[nodiscard]] std::vector<HotLine> hotLines(const Analysis& analysis, std::size_t most);

} // namespace warpstring::gui
