// SPDX-License-Identifier: GPL-3.0-or-later
// A launch in tiles: boxes of its work-groups that run one after another, each with the bytes that it touches
// (Garg 2009, chapter 5: every parallel dimension is halved until a tile fits the device's memory; here one
// dimension alone as well, and the fastest that fits is taken).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "symbolic/transfers/launch_transfers.h"

namespace warpstring::transfers {

/// Tiles beyond which the thesis gives a launch up, and so do we.
constexpr std::uint64_t mostTiles = 64;

struct TileRequest {
    const Pdg& pdg;
    const Launch& launch;
    const symbolic::LaunchCounts& counts;
    TransferBy by = TransferBy::Interval; ///< Whole counts as this
    double memoryBytes = 0;               ///< that tiles on the device may take together
    std::uint64_t sets = 1;               ///< tiles on the device at one time: 2 to transfer one beside another
    std::uint64_t leastTiles = 1;
};

struct Tile {
    GroupBox box;
    std::int64_t inBytes = 0, outBytes = 0, deviceBytes = 0;
    StageTimes times; ///< without the host's
};

struct TilePlan {
    std::array<std::uint64_t, 3> tilesOf{1, 1, 1}; ///< by dimension
    std::vector<Tile> tiles;
    std::int64_t mostDeviceBytes = 0; ///< of the largest tile
    std::int64_t inBytes = 0, outBytes = 0;
    /// Bytes sent that were sent with an earlier tile already: halos, operands that tiles share.
    std::int64_t againBytes = 0;
    StageTimes sequential;  ///< one tile after another
    double pipelinedUs = 0; ///< transfers of one tile beside the kernel of another; 0 with one set
    /// Why tiles cannot run beside each other's transfers: the buffer of which they touch common parts while
    /// they write it. Empty: they can.
    std::string dependence;
};

/// Fails with transfers.too-many-tiles where mostTiles do not fit, and transfers.not-tileable where there
/// are too few work-groups.
[[nodiscard]] Result<TilePlan> planTiles(const TileRequest& request, const HostTimes& host,
                                         const KernelTime& kernel);

/// The time until the last tile is back, with one engine for each direction and one for kernels, each in the
/// order of tiles, and `sets` tiles on the device at most.
[[nodiscard]] double pipelinedUs(const std::vector<StageTimes>& tiles, std::uint64_t sets);

} // namespace warpstring::transfers
