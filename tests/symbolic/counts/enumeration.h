// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch does, found by going through every work-item and iteration: the oracle of counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "symbolic/counts/launch_counts.h"

namespace warpstring::oracle {

struct Enumeration {
    std::vector<std::int64_t> executions;       ///< by region, of all work-items
    std::vector<std::set<std::int64_t>> places; ///< by access: first bytes
    /// The same of the group and the warp that were asked for.
    std::vector<std::set<std::int64_t>> ofGroup, ofWarp;
    std::map<OperationClass, std::int64_t> operations;

    /// Different bytes of the accesses together.
    [[nodiscard]] std::int64_t bytes(const Pdg& pdg, const std::vector<AccessId>& accesses) const;
};

/// `group`, `warp` (of 32): of which places are told apart. nullopt where that takes more than `most`
/// executions of regions, or a value is not defined.
[[nodiscard]] std::optional<Enumeration> enumerate(const Pdg& pdg, const evaluation::LaunchBinding& launch,
                                                   std::int64_t most, std::array<std::int64_t, 3> group = {},
                                                   int warp = 0);
/// The same of a box of work-groups alone.
[[nodiscard]] std::optional<Enumeration> enumerate(const Pdg& pdg, const evaluation::LaunchBinding& launch,
                                                   std::int64_t most, const std::array<std::uint64_t, 3>& first,
                                                   const std::array<std::uint64_t, 3>& count);

/// A device whose warps of 32 fetch sectors of 32 bytes: transactions have formulas there.
[[nodiscard]] HardwareSpec sectorDevice();

/// What counts say otherwise than the enumeration, with the names at `values`; empty where nothing. Values of
/// the launch itself are compared where `isOfLaunch`.
[[nodiscard]] std::string differences(const Pdg& pdg, const symbolic::LaunchCounts& counts,
                                      const Enumeration& truth, const symbolic::NameValues& values,
                                      bool isOfLaunch);

} // namespace warpstring::oracle
