// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a RowPlan in a file of lines: computed on several threads, and read again.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "study/batch/batch.h"
#include "study/batch/row_plan.h"
#include "study/batch/text_rows.h"

namespace warpstring::batch {

/// What computes the rows of a plan. Rows are named by their index in the whole plan, and depend on it alone:
/// not on the part, nor on the thread.
class RowMaker {
public:
    virtual ~RowMaker() = default;

    /// What the row begins with: jsonRowBeginning().
    [[nodiscard]] virtual std::string beginning(std::uint64_t index) const = 0;
    /// The index after the rows that are best computed together with this one.
    [[nodiscard]] virtual std::uint64_t unitEnd(std::uint64_t index) const { return index + 1; }
    /// Rows of one unit as lines, and how many of them are errors. Nothing when it was told to stop. `thread`
    /// is below the number of jobs.
    [[nodiscard]] virtual std::optional<EncodedRows> make(std::size_t thread, RowRange rows) = 0;
};

/// See openSink(): the same of JSON Lines.
[[nodiscard]] Result<OpenedText> openRowLines(const std::filesystem::path& path, OutputMode mode,
                                              const RowPlan& plan, const RowMaker& maker,
                                              const std::string& record);

/// Computes and writes what is missing: see runBatch(). Of the options `first` is the rows that are there,
/// and `wanted` and `timeLimit` are the maker's affair.
[[nodiscard]] BatchOutcome writeRowLines(OpenedText file, const RowPlan& plan, RowMaker& maker,
                                         const BatchOptions& options);

/// Calls `visit` for each line of a whole file of all rows, in order; false: it cannot be the row of this
/// index. Faults: batch.other-rows, batch.output-unusable.
[[nodiscard]] Diagnostics
readRowLines(const std::filesystem::path& path, const RowPlan& plan,
             const std::function<bool(std::uint64_t index, std::string_view line)>& visit);

} // namespace warpstring::batch
