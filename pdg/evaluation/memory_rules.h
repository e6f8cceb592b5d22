// SPDX-License-Identifier: GPL-3.0-or-later
// How one warp's addresses become shared-memory accesses and global-memory transactions, by the device's rules.
#pragma once

#include <cstdint>
#include <span>

#include "core/hardware_spec.h"

namespace warpstring {

/// Addresses of the active lanes of one warp; inactive lanes hold `inactiveLane`.
inline constexpr std::int64_t inactiveLane = INT64_MIN;
using LaneAddresses = std::span<const std::int64_t>;

struct BankConflicts {
    double cycles = 0; ///< to serve the warp
    int ways = 1;      ///< of the worst access: 1 is free of conflicts
};

/// Lanes are served `lanesPerAccess` at a time, each such access as often as its fullest bank has distinct
/// words (CUDA Programming Guide 3.2, G.3.3: lanes that read one word share it). An access without active lanes
/// still takes its turn.
[[nodiscard]] BankConflicts bankConflicts(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses,
                                          int bytes);

struct Transactions {
    double count = 0;
    double bytes = 0; ///< moved, used or not
};

/// CUDA Programming Guide 3.2, G.3.2 (1.x) and G.4.2 (2.x); sectors from 3.x on. Buffers start on 256-byte
/// boundaries.
[[nodiscard]] Transactions transactions(const HardwareSpec::GlobalMemory& memory, LaneAddresses addresses,
                                        int bytes);

struct TransactionBounds {
    Transactions least, most;
};

/// For a warp of which the lanes in `may` are perhaps active and those in `must`, a part of them, for certain.
/// Without `known` the addresses mean nothing but who is active.
[[nodiscard]] TransactionBounds transactionBounds(const HardwareSpec::GlobalMemory& memory, LaneAddresses must,
                                                  LaneAddresses may, bool known, int bytes);

/// Bytes after which the rules repeat: addresses that differ by a multiple of it count the same.
inline constexpr std::int64_t globalPeriod = 256;

} // namespace warpstring
