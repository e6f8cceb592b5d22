// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/database_merge.h"

#include "study/batch/sqlite_database.h"
#include "study/shards/text_merge.h"

namespace warpstring::shards {

namespace {

using batch::databaseFault;

/// Not at all, or only its journal is played back: SQLite does that to read.
Result<batch::Database> openToRead(const std::filesystem::path& path) {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(path.string().c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
    batch::Database database(opened);
    if (status != SQLITE_OK)
        return databaseFault("merge.unreadable", path, "cannot read " + path.string() + " as a database",
                             "is it there, and may it be read?");
    sqlite3_busy_timeout(opened, 60000);
    return database;
}

} // namespace

Result<std::string> databaseRecord(const std::filesystem::path& path) {
    const auto database = openToRead(path);
    if (!database) return database.diagnostics();
    const auto described = batch::prepare(database->get(), "SELECT record FROM plan");
    if (!described || sqlite3_step(described.get()) != SQLITE_ROW)
        return databaseFault("merge.no-shard", path, path.string() + " is no database of a batch",
                             "give the files that 'warpstring batch --shard' wrote");
    return std::string(batch::textOf(described.get(), 0));
}

Result<ShardRows> countDatabaseRows(const ShardFile& shard) {
    const auto database = openToRead(shard.path);
    if (!database) return database.diagnostics();
    const auto rows = batch::prepare(database->get(), "SELECT \"index\", status FROM rows ORDER BY \"index\"");
    const auto damaged = [&](const std::string& why) {
        return databaseFault("merge.damaged", shard.path, shard.name() + " is damaged: " + why,
                             "compute it again with --force");
    };
    if (!rows) return damaged(sqlite3_errmsg(database->get()));
    ShardRows count;
    int state = sqlite3_step(rows.get());
    for (const batch::RowRange& range : shard.part.rows)
        for (std::uint64_t index = range.first; index < range.end && state == SQLITE_ROW; ++index) {
            if (static_cast<std::uint64_t>(sqlite3_column_int64(rows.get(), 0)) != index)
                return damaged("row " + std::to_string(index) + " is due and another one is there");
            ++count.rows;
            if (batch::textOf(rows.get(), 1) == batch::statusText(true)) ++count.errors;
            state = sqlite3_step(rows.get());
        }
    if (state == SQLITE_ROW) return damaged("there is more in it than its rows");
    if (state != SQLITE_DONE) return damaged(sqlite3_errmsg(database->get()));
    return count;
}

Diagnostics joinDatabases(const std::vector<ShardFile>& shards, const std::filesystem::path& path,
                          batch::OutputFile& output) {
    auto database = batch::openDatabase(path, batch::OutputMode::Replace);
    if (!database) return database.diagnostics();
    sqlite3* joined = database->get();
    const ShardFile& any = shards.front();
    if (auto faults = batch::createBatch(joined, path, batch::rowColumns(any.withStrings), any.record);
        !faults.empty())
        return faults;
    // One after another, since few can be attached at once; each as often as it has ranges.
    std::size_t attached = shards.size();
    for (const ShardRange& range : rangesInOrder(shards)) {
        if (range.shard != attached) {
            if (attached != shards.size() && !batch::execute(joined, "DETACH shard"))
                return {batch::databaseWriteFault(path, joined)};
            const auto attach = batch::prepare(joined, "ATTACH ? AS shard");
            const std::string file = shards[range.shard].path.string();
            if (!attach ||
                sqlite3_bind_text64(attach.get(), 1, file.data(), file.size(), SQLITE_TRANSIENT, SQLITE_UTF8) !=
                    SQLITE_OK ||
                sqlite3_step(attach.get()) != SQLITE_DONE)
                return {batch::databaseWriteFault(path, joined)};
            attached = range.shard;
        }
        const std::string copy = "INSERT INTO main.rows SELECT * FROM shard.rows WHERE \"index\" >= " +
                                 std::to_string(range.rows.first) + " AND \"index\" < " +
                                 std::to_string(range.rows.end) + " ORDER BY \"index\"";
        if (!batch::execute(joined, copy)) return {batch::databaseWriteFault(path, joined)};
    }
    database->reset();
    return batch::writeChangeCount(output, static_cast<std::uint32_t>(any.allRows));
}

} // namespace warpstring::shards
