// SPDX-License-Identifier: GPL-3.0-or-later
// The two roofs over a launch, what the device computes and what its memory brings, and where the launch is
// below.
#pragma once

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/summary/memory_levels.h"

namespace warpstring::gui {

/// Rates are a second's.
struct Roofs {
    double operations = 0;    ///< floating-point ones of the launch
    double bytes = 0;         ///< that pass DRAM
    double operationRate = 0; ///< over the kernel's time
    double byteRate = 0;
    double peakOperationRate = 0; ///< of the precision that most operations have
    double peakByteRate = 0;
    bool doubles = false; ///< which precision that is
    Focus computing, moving;

    /// The launch has a place below the roofs: it computes, and DRAM is asked.
    [[nodiscard]] bool hasPoint() const { return operations > 0 && bytes > 0; }
    /// Operations for each byte.
    [[nodiscard]] double intensity() const { return bytes > 0 ? operations / bytes : 0; }
    /// Where both roofs meet.
    [[nodiscard]] double ridge() const { return peakByteRate > 0 ? peakOperationRate / peakByteRate : 0; }
    /// What both roofs allow at an intensity.
    [[nodiscard]] double allowed(double intensity) const;
    [[nodiscard]] bool isBelowMemoryRoof() const { return intensity() < ridge(); }
};

[[nodiscard]] Roofs roofsOf(const Analysis& analysis, const MemoryUse& memory);

} // namespace warpstring::gui
