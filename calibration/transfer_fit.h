// SPDX-License-Identifier: GPL-3.0-or-later
// What transfers cost, from measured launches: a fixed time and a rate for each direction and kind of memory.
#pragma once

#include <string>
#include <vector>

#include "calibration/calibration.h"
#include "core/records/measurement.h"

namespace warpstring::calibration {

/// Adds `host.pinned_in_us` and its like, `host.round_trip_us` and `global_memory.size_bytes`. Transfers of
/// images are left out: they are laid out anew on their way. Records are of one device.
void fitTransfers(const std::vector<records::Measurement>& records, Calibration& calibration);

} // namespace warpstring::calibration
