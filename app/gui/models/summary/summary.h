// SPDX-License-Identifier: GPL-3.0-or-later
// What the first pane answers of a kernel: how long, why, and what to do about it.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/gui/models/comparison/record_loader.h"
#include "app/gui/models/session/analysis.h"
#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/summary/advice_rows.h"
#include "app/gui/models/summary/cycle_shares.h"
#include "app/gui/models/summary/hot_lines.h"
#include "app/gui/models/summary/measured_time.h"
#include "app/gui/models/summary/memory_levels.h"
#include "app/gui/models/summary/occupancy_curve.h"
#include "app/gui/models/summary/roofs.h"
#include "app/gui/models/summary/waves.h"

namespace warpstring::gui {

/// Of the kernel's time; the launch overhead comes before it.
struct TimePart {
    QString name;
    double us = 0;
    bool isOfKernel = true;
};

struct Summary {
    QString kernel, device, boundBy, model; ///< model: "by the timeline"
    double timeUs = 0;
    std::vector<TimePart> parts; ///< in the order in which they come
    std::optional<double> lowerUs, upperUs;
    std::optional<MeasuredTime> measured;
    std::optional<CostChange> change; ///< since the baseline
    bool sincePin = false;            ///< it was pinned; else since opening
    MemoryUse memory;
    Roofs roofs;
    std::vector<CycleShare> cycles;
    double warpCycles = 0, clockMhz = 1;
    Waves waves;
    QString occupancy; ///< "3 work-groups of 8 warps: 24 of 64 warps (37.5 %), limited by registers"
    std::vector<OccupancyCurve> curves;
    std::vector<HotLine> lines;
    std::optional<AdviceRows> advice; ///< nothing: it is being simulated
};

inline constexpr std::size_t hotLinesShown = 5;

/// Of an analysis that is not faulty. `records`: those beside the launch file; may be null.
[[nodiscard]] Summary summaryOf(const Analysis& analysis, const SharedRecords& records);

} // namespace warpstring::gui
