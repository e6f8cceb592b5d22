// SPDX-License-Identifier: GPL-3.0-or-later
// What of the traffic below the L1 caches reaches DRAM: reuse between work-groups by footprints against the
// capacity of the L2 cache.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::timeline {

/// Of one buffer, over the whole launch.
struct BufferTraffic {
    std::uint32_t argument = none;
    std::vector<AccessId> reads, writes;
    double touchedBytes = 0; ///< different ones
    double dramReadBytes = 0, dramWriteBytes = 0;
    double fetchedFactor = 1; ///< bytes that DRAM hands out for each of dramReadBytes
    double filledFactor = 0;  ///< bytes read for each of dramWriteBytes: the rest of sectors written in part
    /// Time over that of as many bytes without gaps between them, of what is read and written.
    double readGapFactor = 1, writeGapFactor = 1;
    /// Of what DRAM hands out, and of what is written: what comes and goes once more at most, as L2 loses lines
    /// between two visits.
    double readAgain = 0, writtenAgain = 0;
};

struct DeviceTraffic {
    std::vector<BufferTraffic> buffers;
    double touchedBytes = 0; ///< by the launch
    double retained = 0;     ///< fraction of it that is still in L2 when the same launch runs again
    double windowGroups = 0; ///< groups whose data L2 holds at once
};

/// `concurrentGroups`: at work at the same time on the whole device. `warm`: the launch has run just before. Of
/// `dense` accesses only the bytes that are asked for come and go. `share` is what evaluations may spend, as
/// for ExprEvaluator.
[[nodiscard]] DeviceTraffic deviceTraffic(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                          const HardwareSpec& spec, double concurrentGroups, bool warm,
                                          const std::set<AccessId>& dense = {}, WorkShare* share = nullptr);

} // namespace warpstring::timeline
