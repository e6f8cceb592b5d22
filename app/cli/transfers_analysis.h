// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring transfers` says of one launch: simulated, counted, moved, in tiles, and beside a processor.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/launch_options.h"
#include "study/batch/graph_cache.h"
#include "symbolic/transfers/time_formula.h"
#include "symbolic/transfers/transfers_report.h"

namespace warpstring::cli {

struct TransfersOptions : LaunchOptions {
    transfers::TransferBy by = transfers::TransferBy::Whole;
    transfers::HostMemory memory = transfers::HostMemory::Pinned;
    transfers::DirectionsBy directions = transfers::DirectionsBy::Graph;
    std::string preset;          ///< empty: the spec's times
    double memoryBytes = 0;      ///< of the device; 0: as the spec tells
    std::uint64_t tiles = 1;     ///< at least
    std::optional<double> cpuUs; ///< at the launch's size
    std::optional<transfers::TimeFormula> cpu;
    std::string size; ///< the name that is varied; empty: the only one that there is

    [[nodiscard]] bool hasCpu() const { return cpuUs || cpu; }
};

/// The launch file's text and path: where other sizes are made from.
struct LaunchOrigin {
    std::string text;
    std::filesystem::path path;
};

[[nodiscard]] Result<transfers::HostTimes> hostTimesOf(const TransfersOptions& options,
                                                       const HardwareSpec& spec);

/// Fails as simulate(), countLaunch(), hostTimes() and planTiles() do, and with transfers.which-size and
/// transfers.unknown-size.
[[nodiscard]] Result<transfers::LaunchReport> analyseTransfers(const Launch& launch, const Pdg& pdg,
                                                               const HardwareSpec& spec,
                                                               const SimulationOptions& settings,
                                                               const TransfersOptions& options,
                                                               const LaunchOrigin& origin);

} // namespace warpstring::cli
