// SPDX-License-Identifier: GPL-3.0-or-later
// Shards that are SQLite databases: their rows counted, and joined.
#pragma once

#include <vector>

#include "study/batch/output_file.h"
#include "study/shards/shard_file.h"

namespace warpstring::shards {

/// The record in a database. Fails with merge.no-shard.
[[nodiscard]] Result<std::string> databaseRecord(const std::filesystem::path& path);

/// See countRows().
[[nodiscard]] Result<ShardRows> countDatabaseRows(const ShardFile& shard);

/// Makes a database of all rows in an empty file at `path`, which `output` holds. The shards are whole, of one
/// batch, and all of it.
[[nodiscard]] Diagnostics joinDatabases(const std::vector<ShardFile>& shards, const std::filesystem::path& path,
                                        batch::OutputFile& output);

} // namespace warpstring::shards
