// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline's files that the command line writes too.
#pragma once

#include <QString>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/timeline/time_window.h"

namespace warpstring::gui {

/// Writes what the path's extension names: .json for Perfetto's trace, .svg for the picture of `warpstring
/// timeline`, which shows the window. Faults: export.unknown-format, export.write.
[[nodiscard]] Diagnostics writeTimeline(const Analysis& analysis, const TimeWindow& window,
                                        const QString& path);

/// What follows "warpstring timeline LAUNCH -s SPEC" for the same picture. The window is named where it is not
/// `whole`.
[[nodiscard]] QString timelineArguments(const Analysis& analysis, const TimeWindow& window, bool whole);

} // namespace warpstring::gui
