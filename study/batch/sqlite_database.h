// SPDX-License-Identifier: GPL-3.0-or-later
// The database of a batch: how it is opened, what its tables are, and how its file is made comparable.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "study/batch/output_file.h"
#include "study/batch/row_columns.h"

namespace warpstring::batch {

struct CloseDatabase {
    /// Waits for statements that are finalised later; sqlite3_close would leave the database open then.
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

[[nodiscard]] Diagnostic databaseFault(const std::string& code, const std::filesystem::path& path,
                                       std::string message, std::string hint);
/// output.write: what SQLite says of its last failure.
[[nodiscard]] Diagnostic databaseWriteFault(const std::filesystem::path& path, sqlite3* database);
/// batch.not-resumable
[[nodiscard]] Diagnostic notResumable(const std::filesystem::path& path, const std::string& why);

/// False where one of the commands fails.
[[nodiscard]] bool execute(sqlite3* database, const std::string& sql);
/// Nothing where it is no command for this database.
[[nodiscard]] Statement prepare(sqlite3* database, const std::string& sql);
/// Of the row that a statement is at; valid until it goes on.
[[nodiscard]] std::string_view textOf(sqlite3_stmt* statement, int column);

/// Opens a file that is there, and may be empty, to be written.
[[nodiscard]] Result<Database> openDatabase(const std::filesystem::path& path, OutputMode mode);
/// The tables of a batch in an empty database, with its record.
[[nodiscard]] Diagnostics createBatch(sqlite3* database, const std::filesystem::path& path,
                                      const std::vector<RowColumn>& columns, const std::string& record);
/// The header counts transactions, of which an interrupted batch needs more (Database File Format, sections
/// 1.3.8 and 1.3.16). The same larger count for everybody leaves files that can be compared. `rows` is the
/// number of them, and the database is closed.
[[nodiscard]] Diagnostics writeChangeCount(OutputFile& file, std::uint32_t rows);

} // namespace warpstring::batch
