// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of a batch go.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/batch/batch_row.h"
#include "study/batch/output_file.h"

namespace warpstring::batch {

/// Consecutive rows, ready to be written: as text or, for a database, as they are.
struct EncodedRows {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::uint64_t errors = 0; ///< rows whose status is "error"
    std::string text;
    std::vector<BatchRow> rows;
};

class RowSink {
public:
    virtual ~RowSink() = default;

    /// Safe to call from several threads.
    virtual void encode(BatchRow row, EncodedRows& into) const = 0;
    /// Rows arrive in order, each once. Empty when they are written.
    [[nodiscard]] virtual Diagnostics write(EncodedRows rows) = 0;
    /// Called every few hundred milliseconds: what was written must not stay in this process for long.
    [[nodiscard]] virtual Diagnostics flush() { return {}; }
    /// No row follows in this run. `complete`: none is missing.
    [[nodiscard]] virtual Diagnostics finish(bool complete) = 0;
};

enum class RowFileFormat { JsonLines, Csv, Sqlite };

/// By the extension: .jsonl, .csv, .sqlite, .sqlite3 or .db.
[[nodiscard]] std::optional<RowFileFormat> rowFileFormat(const std::filesystem::path& path);

struct OpenedSink {
    std::unique_ptr<RowSink> sink;
    std::uint64_t rows = 0;   ///< that were there already and stay: the batch goes on at this index
    std::uint64_t errors = 0; ///< among them
};

/// Opens the results of a plan. `record` is planRecord() of it. With OutputMode::Resume a torn last row is cut
/// off; rows of another batch are faults (batch.plan-changed, batch.other-rows, batch.not-resumable) and stay
/// as they are. A file without a whole row is begun again.
[[nodiscard]] Result<OpenedSink> openSink(const std::filesystem::path& path, RowFileFormat format,
                                          OutputMode mode, const BatchPlan& plan, const std::string& record);
/// JSON Lines to standard output.
[[nodiscard]] OpenedSink standardOutputSink(const BatchPlan& plan);

/// Where the description of a text file's batch lies: beside it, with ".plan" appended.
[[nodiscard]] std::filesystem::path planPath(const std::filesystem::path& output);

} // namespace warpstring::batch
