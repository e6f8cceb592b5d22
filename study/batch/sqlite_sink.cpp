// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/sqlite_sink.h"

#include <chrono>

#include "study/batch/plan_record.h"
#include "study/batch/row_columns.h"
#include "study/batch/sqlite_database.h"

namespace warpstring::batch {

namespace {

using Clock = std::chrono::steady_clock;

// A transaction costs a few milliseconds of waiting for the disk; rows in an open one are lost to a kill.
constexpr int mostRowsOfTransaction = 1024;
constexpr auto longestTransaction = std::chrono::milliseconds(300);

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
        database_.reset();
        return writeChangeCount(file_, rows);
    }

private:
    Diagnostics failure() { return {databaseWriteFault(path_, database_.get())}; }

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
            static_cast<std::uint64_t>(sqlite3_column_int64(rows.get(), 0)) == plan.indexOf(found.rows) && [&] {
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

} // namespace

Result<OpenedSink> openSqliteSink(const std::filesystem::path& path, OutputMode mode, const BatchPlan& plan,
                                  const std::string& record) {
    auto file = OutputFile::open(path, mode);
    if (!file) return file.diagnostics();
    auto database = openDatabase(path, mode);
    if (!database) return database.diagnostics();
    sqlite3* opened = database->get();
    const auto tables = prepare(opened, "SELECT count(*) FROM sqlite_master");
    if (!tables || sqlite3_step(tables.get()) != SQLITE_ROW) return notResumable(path, sqlite3_errmsg(opened));
    const bool fresh = sqlite3_column_int(tables.get(), 0) == 0;
    sqlite3_reset(tables.get());
    const auto& columns = rowColumns(plan.settings().withStrings);
    StoredRows kept;
    if (fresh) {
        if (auto faults = createBatch(opened, path, columns, record); !faults.empty()) return faults;
    } else {
        const auto found = keptRows(opened, path, plan, record);
        if (!found) return found.diagnostics();
        kept = *found;
    }
    return OpenedSink{std::make_unique<SqliteSink>(std::move(*file), std::move(*database), path, columns),
                      kept.rows, kept.errors};
}

} // namespace warpstring::batch
