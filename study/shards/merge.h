// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the shards of a batch, a validation or a search into the file that one machine would have written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/shards/shard_file.h"

namespace warpstring::shards {

struct MergedRows {
    std::uint64_t rows = 0, errors = 0; ///< errors: rows whose status is "error"
    std::string rowsAre;                ///< in words: "launches"
};

/// Writes all rows in order, and the plan of the whole batch beside them: the bytes of an undisturbed run of
/// one machine. `output` appears at once, when it is whole; it has the shards' format. With `force` an existing
/// file is replaced.
///
/// Fails, with every fault of every shard: merge.missing (shards that are not given), merge.doubled (given
/// twice), merge.other-batch (one of another plan or another number of shards), merge.other-format,
/// merge.incomplete (rows are not there yet), merge.damaged, merge.no-shard, merge.unreadable; and
/// output.write, batch.output-exists, batch.output-unusable.
[[nodiscard]] Result<MergedRows> mergeShards(const std::filesystem::path& output,
                                             const std::vector<std::filesystem::path>& shards, bool force);

} // namespace warpstring::shards
