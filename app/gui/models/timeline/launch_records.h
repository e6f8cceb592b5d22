// SPDX-License-Identifier: GPL-3.0-or-later
// The measurement records of a launch as its texts are now.
#pragma once

#include <vector>

#include "app/gui/models/session/analysis.h"
#include "core/records/measurement.h"

namespace warpstring::gui {

/// Those of this launch, with this text, on the device that the spec is for, whose outputs were right; warm
/// caches first, else in the order of `records`.
[[nodiscard]] std::vector<const records::Measurement*>
recordsOfLaunch(const Analysis& analysis, const std::vector<records::Measurement>& records);

} // namespace warpstring::gui
