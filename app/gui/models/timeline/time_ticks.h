// SPDX-License-Identifier: GPL-3.0-or-later
// Where a time axis has its marks: round numbers in the unit that is shown.
#pragma once

#include <QString>
#include <vector>

#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

struct TimeTick {
    double cycle = 0;
    QString text; ///< the number, without its unit
};

/// At most `most` of them between two cycles, both included.
[[nodiscard]] std::vector<TimeTick> timeTicks(double from, double to, double clockMhz, TimeUnit unit,
                                              std::size_t most);

} // namespace warpstring::gui
