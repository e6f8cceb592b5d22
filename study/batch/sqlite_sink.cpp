// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/sqlite_sink.h"

#include <sqlite3.h>

#include <chrono>

#include "study/batch/plan_record.h"
#include "study/batch/row_columns.h"

namespace warpstring::batch {

namespace {

using Clock = std::chrono::steady_clock;

// A transaction costs a few milliseconds of waiting for the disk; rows in an open one are lost to a kill.
constexpr int mostRowsOfTransaction = 1024;
constexpr auto longestTransaction = std::chrono::milliseconds(300);

struct CloseDatabase {
    /// Waits for statements that are finalised later; sqlite3_close would leave the database open then.
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

Diagnostic databaseFault(const std::string& code, const std::filesystem::path& path, std::string message,
                         std::string hint) {
    return {code, Severity::Error, {path.string(), 0, 0}, std::move(message), std::move(hint)};
}

Diagnostic writeFault(const std::filesystem::path& path, sqlite3* database) {
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

class SqliteSink : public RowSink {
public:
    SqliteSink(OutputFile file, Database database, std::filesystem::path path,
               const std::vector<RowColumn>& columns)
        : file_(std::move(file)), path_(std::move(path)), columns_(columns), database_(std::move(database)) {
        std::string sql = "INSERT INTO rows VALUES (?";
        for (std::size_t i = 1; i < columns_.size(); ++i) sql += ",?";
        insert_ = prepare(database_.get(), sql + ")");
    }

    void encode(BatchRow row, EncodedRows& into) const override {
        into.errors += row.isError() ? 1 : 0;
        ++into.count;
        into.rows.push_back(std::move(row));
    }

    Diagnostics write(EncodedRows rows) override {
        for (const BatchRow& row : rows.rows) {
            if (open_ == 0) {
                if (!execute(database_.get(), "BEGIN IMMEDIATE")) return failure();
                begun_ = Clock::now();
            }
            ++open_;
            if (!bind(row) || sqlite3_step(insert_.get()) != SQLITE_DONE) return failure();
            sqlite3_reset(insert_.get());
            if (open_ == mostRowsOfTransaction)
                if (auto faults = commit(); !faults.empty()) return faults;
        }
        return flush();
    }

    Diagnostics flush() override {
        return Clock::now() - begun_ >= longestTransaction ? commit() : Diagnostics();
    }

    Diagnostics finish(bool complete) override {
        if (auto faults = commit(); !faults.empty()) return faults;
        if (!complete) return {};
        const auto last = prepare(database_.get(), "SELECT max(\"index\") FROM rows");
        if (!last || sqlite3_step(last.get()) != SQLITE_ROW) return failure();
        const auto rows = static_cast<std::uint32_t>(sqlite3_column_int64(last.get(), 0) + 1);
        insert_.reset();
        sqlite3_reset(last.get());
        return close(rows);
    }

private:
    Diagnostics failure() { return {writeFault(path_, database_.get())}; }

    Diagnostics commit() {
        if (open_ == 0) return {};
        if (!execute(database_.get(), "COMMIT")) return failure();
        open_ = 0;
        return {};
    }

    bool bind(const BatchRow& row) {
        int result = SQLITE_OK;
        for (std::size_t i = 0; i < columns_.size() && result == SQLITE_OK; ++i) {
            const int at = static_cast<int>(i) + 1;
            const RowValue value = columns_[i].value(row);
            if (const auto* integer = std::get_if<std::int64_t>(&value))
                result = sqlite3_bind_int64(insert_.get(), at, *integer);
            else if (const auto* number = std::get_if<double>(&value))
                result = sqlite3_bind_double(insert_.get(), at, *number);
            else if (const auto* text = std::get_if<std::string>(&value))
                result = sqlite3_bind_text64(insert_.get(), at, text->data(), text->size(), SQLITE_TRANSIENT,
                                             SQLITE_UTF8);
            else
                result = sqlite3_bind_null(insert_.get(), at);
        }
        return result == SQLITE_OK;
    }

    /// The header counts transactions, of which an interrupted batch needs more (Database File Format, sections
    /// 1.3.8 and 1.3.16). The same larger count for everybody leaves files that can be compared.
    Diagnostics close(std::uint32_t rows) {
        database_.reset();
        const std::uint32_t count = rows + 2;
        std::string bytes;
        for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(count >> shift & 0xff);
        for (const std::uint64_t offset : {24, 92})
            if (auto faults = file_.writeAt(offset, bytes); !faults.empty()) return faults;
        return {};
    }

    // To close the file releases SQLite's own locks on it: it must outlive the database.
    OutputFile file_;
    std::filesystem::path path_;
    const std::vector<RowColumn>& columns_;
    Database database_;
    Statement insert_;
    int open_ = 0; ///< rows of the open transaction
    Clock::time_point begun_;
};

struct StoredRows {
    std::uint64_t rows = 0, errors = 0;
};

Result<StoredRows> keptRows(sqlite3* database, const std::filesystem::path& path, const BatchPlan& plan,
                            const std::string& record) {
    const auto described = prepare(database, "SELECT record FROM plan");
    if (!described || sqlite3_step(described.get()) != SQLITE_ROW)
        return notResumable(path, "it is a database without a batch");
    const std::string kept(textOf(described.get(), 0));
    if (auto faults = planDifferences(kept, record, path.string()); !faults.empty()) return faults;
    const auto rows = prepare(database, "SELECT \"index\", launch, spec, status FROM rows ORDER BY \"index\"");
    if (!rows) return notResumable(path, sqlite3_errmsg(database));
    RowNames names(plan);
    StoredRows found;
    int state = SQLITE_DONE;
    while ((state = sqlite3_step(rows.get())) == SQLITE_ROW) {
        const bool expected =
            found.rows < plan.rows() &&
            static_cast<std::uint64_t>(sqlite3_column_int64(rows.get(), 0)) == found.rows && [&] {
                const auto name = names.at(found.rows);
                return textOf(rows.get(), 1) == name.launch && textOf(rows.get(), 2) == name.spec;
            }();
        if (!expected)
            return databaseFault("batch.other-rows", path,
                                 path.string() + " does not hold the rows of this batch: row " +
                                     std::to_string(found.rows) + " is another one",
                                 "give the file of the batch to resume; --force replaces this one");
        if (textOf(rows.get(), 3) == statusText(true)) ++found.errors;
        ++found.rows;
    }
    if (state != SQLITE_DONE) return notResumable(path, sqlite3_errmsg(database));
    return found;
}

Diagnostics create(sqlite3* database, const std::filesystem::path& path, const std::vector<RowColumn>& columns,
                   const std::string& record) {
    if (!execute(database, "PRAGMA page_size = 4096; BEGIN IMMEDIATE;" + createTables(columns)))
        return {writeFault(path, database)};
    const auto describe = prepare(database, "INSERT INTO plan VALUES (?)");
    if (!describe ||
        sqlite3_bind_text64(describe.get(), 1, record.data(), record.size(), SQLITE_TRANSIENT, SQLITE_UTF8) !=
            SQLITE_OK ||
        sqlite3_step(describe.get()) != SQLITE_DONE)
        return {writeFault(path, database)};
    sqlite3_reset(describe.get());
    if (!execute(database, "COMMIT")) return {writeFault(path, database)};
    return {};
}

} // namespace

Result<OpenedSink> openSqliteSink(const std::filesystem::path& path, OutputMode mode, const BatchPlan& plan,
                                  const std::string& record) {
    auto file = OutputFile::open(path, mode);
    if (!file) return file.diagnostics();
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
    const auto tables = prepare(opened, "SELECT count(*) FROM sqlite_master");
    if (!tables || sqlite3_step(tables.get()) != SQLITE_ROW) return notResumable(path, sqlite3_errmsg(opened));
    const bool fresh = sqlite3_column_int(tables.get(), 0) == 0;
    sqlite3_reset(tables.get());
    const auto& columns = rowColumns(plan.settings().withStrings);
    StoredRows kept;
    if (fresh) {
        if (auto faults = create(opened, path, columns, record); !faults.empty()) return faults;
    } else {
        const auto found = keptRows(opened, path, plan, record);
        if (!found) return found.diagnostics();
        kept = *found;
    }
    return OpenedSink{std::make_unique<SqliteSink>(std::move(*file), std::move(database), path, columns),
                      kept.rows, kept.errors};
}

} // namespace warpstring::batch
