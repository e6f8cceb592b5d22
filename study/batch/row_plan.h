// SPDX-License-Identifier: GPL-3.0-or-later
// A plan of rows that are no launch files': what `validate` and `tune` compute, as lines of JSON with a schema
// of their own that begin as a batch's do (jsonRowBeginning).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "study/batch/batch_plan.h"

namespace warpstring::batch {

struct PlannedFile {
    std::string name, hash; ///< hash: ContentHashes
};

struct RowPlan {
    std::string rowSchema;                      ///< "warpstring.validate-row/1"
    std::string rowsAre;                        ///< in words: "kernels"
    std::uint64_t allRows = 0;                  ///< of all parts
    std::vector<std::vector<RowRange>> sources; ///< rows that belong into one shard; every row is in one
    std::vector<std::pair<std::string, std::string>> settings; ///< all that rows hang on, by name
    std::vector<PlannedFile> specs, inputs;
    std::optional<PlanPart> part; ///< the rows are those of this part alone

    [[nodiscard]] std::uint64_t rows() const;
    /// Where a row stands in the whole plan. `row` is below rows().
    [[nodiscard]] std::uint64_t indexOf(std::uint64_t row) const { return rangeFrom(row).first; }
    /// The indices of this row and of those after it, as far as they are consecutive.
    [[nodiscard]] RowRange rangeFrom(std::uint64_t row) const;
};

/// As a setting: "by spec", "closed form", "timeline".
[[nodiscard]] std::string wordOf(ModelChoice model);

} // namespace warpstring::batch
