// SPDX-License-Identifier: GPL-3.0-or-later
// What another spec does to a kernel's figures, in words.
#pragma once

#include <QString>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

/// "scan_init: kernel time 12.3 us -> 10.1 us (-17.9 %), warp latency ...". Cycles are those of each spec's own
/// clock. Empty without two analyses.
[[nodiscard]] QString specEffectText(const SharedAnalysis& before, const SharedAnalysis& after, TimeUnit unit);

} // namespace warpstring::gui
