// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of a launch, beside what is simulated.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "core/records/measurement.h"

namespace warpstring::gui {

struct MeasuredTime {
    double us = 0;    ///< median of the kernel's time
    double error = 0; ///< simulated over measured, minus 1
    QString device, takenAt;
    bool cold = false; ///< its caches were
};

/// Of the kernel and the launch as they are now; warm caches before cold ones. Nothing: there is no record of
/// these texts on this device.
[[nodiscard]] std::optional<MeasuredTime> measuredTimeOf(const Analysis& analysis,
                                                         const std::vector<records::Measurement>& records);

} // namespace warpstring::gui
