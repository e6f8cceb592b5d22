// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/sqlite_database.h"

namespace warpstring::batch {

namespace {

std::string createTables(const std::vector<RowColumn>& columns) {
    std::string sql = "CREATE TABLE plan (record TEXT NOT NULL); CREATE TABLE rows (";
    const char* separator = "";
    for (const RowColumn& column : columns) {
        sql += separator + ("\"" + std::string(column.name) + "\"");
        if (std::string_view(column.name) == "index")
            sql += " INTEGER PRIMARY KEY";
        else
            sql += column.type == RowColumn::Type::Integer ? " INTEGER"
                   : column.type == RowColumn::Type::Real  ? " REAL"
                                                           : " TEXT";
        separator = ", ";
    }
    return sql + ");";
}

} // namespace

Diagnostic databaseFault(const std::string& code, const std::filesystem::path& path, std::string message,
                         std::string hint) {
    return {code, Severity::Error, {path.string(), 0, 0}, std::move(message), std::move(hint)};
}

Diagnostic databaseWriteFault(const std::filesystem::path& path, sqlite3* database) {
    Diagnostic written = databaseFault("output.write", path,
                                       "cannot write the results: " + std::string(sqlite3_errmsg(database)),
                                       "make room, then run the same command with --resume");
    written.origin = Origin::Surroundings;
    return written;
}

Diagnostic notResumable(const std::filesystem::path& path, const std::string& why) {
    return databaseFault("batch.not-resumable", path, path.string() + " cannot be resumed: " + why,
                         "give the file of the batch to resume; --force replaces this one");
}

bool execute(sqlite3* database, const std::string& sql) {
    return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

Statement prepare(sqlite3* database, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    return Statement(statement);
}

std::string_view textOf(sqlite3_stmt* statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text == nullptr
               ? std::string_view()
               : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
}

Result<Database> openDatabase(const std::filesystem::path& path, OutputMode mode) {
    if (mode != OutputMode::Resume) {
        // A journal that an earlier database left would be rolled back into the new one.
        std::error_code ignored;
        std::filesystem::remove(path.string() + "-journal", ignored);
    }
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(path.string().c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
    Database database(opened);
    if (status != SQLITE_OK)
        return databaseFault("batch.output-unusable", path, "cannot open " + path.string() + " as a database",
                             "give the path of a file in a folder that can be written to");
    sqlite3_busy_timeout(opened, 60000);
    // A rollback journal outlives the process, so a kill loses the open transaction and nothing else.
    if (!execute(opened, "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;"))
        return notResumable(path, sqlite3_errmsg(opened));
    return database;
}

Diagnostics createBatch(sqlite3* database, const std::filesystem::path& path,
                        const std::vector<RowColumn>& columns, const std::string& record) {
    if (!execute(database, "PRAGMA page_size = 4096; BEGIN IMMEDIATE;" + createTables(columns)))
        return {databaseWriteFault(path, database)};
    const auto describe = prepare(database, "INSERT INTO plan VALUES (?)");
    if (!describe ||
        sqlite3_bind_text64(describe.get(), 1, record.data(), record.size(), SQLITE_TRANSIENT, SQLITE_UTF8) !=
            SQLITE_OK ||
        sqlite3_step(describe.get()) != SQLITE_DONE)
        return {databaseWriteFault(path, database)};
    sqlite3_reset(describe.get());
    if (!execute(database, "COMMIT")) return {databaseWriteFault(path, database)};
    return {};
}

Diagnostics writeChangeCount(OutputFile& file, std::uint32_t rows) {
    const std::uint32_t count = rows + 2;
    std::string bytes;
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(count >> shift & 0xff);
    for (const std::uint64_t offset : {24, 92})
        if (auto faults = file.writeAt(offset, bytes); !faults.empty()) return faults;
    return {};
}

} // namespace warpstring::batch
