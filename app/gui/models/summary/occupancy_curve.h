// SPDX-License-Identifier: GPL-3.0-or-later
// How many warps would be resident if a launch took more or less of something.
#pragma once

#include <QString>
#include <vector>

#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

struct OccupancyCurve {
    struct Point {
        double x = 0;
        int warps = 0; ///< resident on a multiprocessor; 0: no group fits
    };
    QString name;              ///< "registers", "local memory", "group size"
    std::vector<Point> points; ///< by x; each holds until the next
    Point now;                 ///< of the launch as it is
    QString nowText;           ///< "32", "4.0 KiB", "256"
    int most = 1;              ///< warps that the device takes
    bool limits = false;       ///< it keeps the launch as it is below `most`

    /// The next x below `now`, and above, at which more warps are resident; nothing where there is none.
    [[nodiscard]] std::optional<Point> nextMore() const;
};

/// Over registers a work-item, local memory a group and the group's size, all else as it is.
[[nodiscard]] std::vector<OccupancyCurve> occupancyCurves(const Analysis& analysis);

} // namespace warpstring::gui
