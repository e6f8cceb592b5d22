// SPDX-License-Identifier: GPL-3.0-or-later
// Which charts the compare pane and the batch pane offer.
#pragma once

#include <array>

#include "study/charts/chart_data.h"

namespace warpstring::gui {

/// Its tabs from left to right: what is looked at first stands first, whatever other lists of charts do.
inline constexpr std::array chartTabs{charts::ChartKind::Bars, charts::ChartKind::Scatter,
                                      charts::ChartKind::Sweep, charts::ChartKind::Stacks,
                                      charts::ChartKind::Deltas};

/// The choices of the batch pane, first to last: what is made of simulated rows.
inline constexpr std::array batchCharts{charts::ChartKind::Sweep, charts::ChartKind::Stacks};

} // namespace warpstring::gui
