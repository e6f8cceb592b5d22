// SPDX-License-Identifier: GPL-3.0-or-later
// What one multiprocessor has of the device's bandwidths and caches.
#pragma once

#include "core/hardware_spec.h"
#include "stringmodel/machine/occupancy.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::timeline {

/// Of all bandwidths of the device that multiprocessors share.
void takeShare(MultiprocessorTask& task, const HardwareSpec& spec, double share);

/// The device's bandwidths are shared by the multiprocessors that have work: this one has `share` of all
/// groups, of which `resident` at a time. The task lacks its groups and what reaches DRAM.
[[nodiscard]] MultiprocessorTask shareOfDevice(const HardwareSpec& spec, const machine::Occupancy& occupancy,
                                               double share, double resident);

} // namespace warpstring::timeline
