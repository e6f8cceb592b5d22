// SPDX-License-Identifier: GPL-3.0-or-later
// A file of rows that is one shard of a batch: of which batch, which shard, and whether it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/result.h"
#include "study/batch/batch_plan.h"
#include "study/batch/row_sink.h"

namespace warpstring::shards {

/// Of batch.other-schema, where shards are to be joined.
inline constexpr const char* otherSchemaHint =
    "compute the shards again with --force; docs/json.md tells what is new";

struct ShardFile {
    std::filesystem::path path;
    batch::RowFileFormat format = batch::RowFileFormat::JsonLines;
    std::string record;    ///< batch::planRecord of the whole
    std::string rowSchema; ///< "warpstring.batch-row/2": of a batch always what this program writes
    std::string rowsAre;   ///< in words: "launches"
    std::uint64_t allRows = 0;
    bool withStrings = false;
    batch::PlanPart part;

    [[nodiscard]] std::uint64_t rows() const;
    /// "shard 3/12 in FILE"
    [[nodiscard]] std::string name() const;
};

/// Reads what lies beside the rows, or with them in a database. Codes: merge.unreadable (there is no such
/// file), merge.no-shard (it is none, or nothing says what it is of), batch.other-schema (it is of a batch
/// whose rows this program does not write).
[[nodiscard]] Result<ShardFile> readShard(const std::filesystem::path& path);

/// `record` of a shard as that of the whole, and as that of its part. A whole one has all rows as its part.
/// Fails with merge.no-shard and batch.other-schema.
[[nodiscard]] Result<ShardFile> fileOfRecord(const std::filesystem::path& path, const std::string& record);

struct ShardRows {
    std::uint64_t rows = 0, errors = 0; ///< whole ones; those whose status is "error"
};

/// Reads all of its rows. Fails with merge.damaged where one is not the row that belongs there, and with
/// batch.other-schema where it says that it is of another schema; a torn last one is not there yet. A file that
/// is not there has none.
[[nodiscard]] Result<ShardRows> countRows(const ShardFile& shard);

/// Those of a file that is no shard and, by what lies beside it, of `record`: else fails with
/// batch.plan-changed or batch.other-schema, or as readShard() and countRows() do.
[[nodiscard]] Result<ShardRows> countWholeFile(const std::filesystem::path& path, const std::string& record);

} // namespace warpstring::shards
