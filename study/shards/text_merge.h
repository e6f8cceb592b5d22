// SPDX-License-Identifier: GPL-3.0-or-later
// Shards that are text: their rows read in order, and joined.
#pragma once

#include <filesystem>
#include <vector>

#include "study/batch/output_file.h"
#include "study/shards/shard_file.h"

namespace warpstring::shards {

/// See countRows().
[[nodiscard]] Result<ShardRows> countTextRows(const ShardFile& shard);

/// Writes the header and all rows, in order of their index. The shards are whole, of one batch, and all of it.
[[nodiscard]] Diagnostics joinTexts(const std::vector<ShardFile>& shards, batch::OutputFile& output);

/// A range of a shard's rows.
struct ShardRange {
    batch::RowRange rows;
    std::size_t shard = 0;
};
/// All ranges of all shards, in order of their rows.
[[nodiscard]] std::vector<ShardRange> rangesInOrder(const std::vector<ShardFile>& shards);

} // namespace warpstring::shards
