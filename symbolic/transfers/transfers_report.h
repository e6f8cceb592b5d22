// SPDX-License-Identifier: GPL-3.0-or-later
// All that is said of the transfers of a launch or a sequence: "warpstring.transfers/1" (docs/json.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "symbolic/transfers/break_even.h"
#include "symbolic/transfers/sequence_transfers.h"
#include "symbolic/transfers/tile_plan.h"

namespace warpstring::transfers {

/// A processor that does the same, as a person says.
struct CpuComparison {
    std::string said; ///< "3e-9*n^2", "3 ms here, in proportion to operations"
    double cpuUs = 0; ///< at the launch's size
    std::string size; ///< the name that is varied; empty: none
    std::optional<BreakEven> breakEven;
};

struct LaunchReport {
    std::string kernel, launch, spec;
    HostMemory memory = HostMemory::Pinned;
    HostTimes host;
    LaunchTransfers moved;
    double memoryBytes = 0; ///< of the device; 0: not known
    /// Where the launch does not fit, or tiles were asked for: one after another, and in turns of two sets.
    std::optional<TilePlan> tiles, pipeline;
    std::optional<CpuComparison> cpu;

    /// As it runs: at once where it fits, in tiles where it does not, in turns where that is faster.
    [[nodiscard]] double totalUs() const;
    /// The longest of the stages as it runs one after another.
    [[nodiscard]] const StageTimes& stages() const { return tiles ? tiles->sequential : moved.times; }
};

struct SequenceReport {
    std::string sequence, spec;
    HostMemory memory = HostMemory::Pinned;
    TransferBy by = TransferBy::Whole;
    HostTimes host;
    SequenceTransfers moved;
    double memoryBytes = 0;
};

/// An object each.
[[nodiscard]] Json toJson(const LaunchReport& report);
[[nodiscard]] Json toJson(const SequenceReport& report);

} // namespace warpstring::transfers
