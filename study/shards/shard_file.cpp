// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/shard_file.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "study/batch/plan_record.h"
#include "study/batch/row_columns.h"
#include "study/shards/database_merge.h"
#include "study/shards/shard_cut.h"
#include "study/shards/text_merge.h"

namespace warpstring::shards {

namespace {

using Json = nlohmann::ordered_json;

Diagnostic noShard(const std::filesystem::path& path, const std::string& why) {
    return {"merge.no-shard",
            Severity::Error,
            {path.string(), 0, 0},
            path.string() + " is no shard: " + why,
            "give the files that --shard wrote, each with its .plan beside it"};
}

Result<std::string> recordOf(const std::filesystem::path& path, batch::RowFileFormat format) {
    if (format == batch::RowFileFormat::Sqlite) return databaseRecord(path);
    const auto plan = batch::planPath(path);
    std::ifstream file(plan, std::ios::binary);
    if (!file) return noShard(path, "there is no " + plan.string());
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Ranges that ascend and do not touch.
std::optional<std::vector<batch::RowRange>> rangesOf(const Json& list, std::uint64_t rows) {
    std::vector<batch::RowRange> ranges;
    if (!list.is_array()) return std::nullopt;
    for (const Json& entry : list) {
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_number_unsigned() ||
            !entry[1].is_number_unsigned())
            return std::nullopt;
        const batch::RowRange range{entry[0], entry[1]};
        if (range.first >= range.end || range.end > rows) return std::nullopt;
        if (!ranges.empty() && ranges.back().end >= range.first) return std::nullopt;
        ranges.push_back(range);
    }
    return ranges;
}

} // namespace

std::uint64_t ShardFile::rows() const {
    std::uint64_t count = 0;
    for (const batch::RowRange& range : part.rows) count += range.end - range.first;
    return count;
}

std::string ShardFile::name() const {
    return "shard " + toText(Shard{part.number, part.total}) + " in " + path.string();
}

Result<ShardFile> fileOfRecord(const std::filesystem::path& path, const std::string& record) {
    Json json = Json::parse(record, nullptr, false);
    const Json schema = json.is_object() ? json.value("schema", Json()) : Json();
    if ((schema != "warpstring.batch-plan/1" && schema != batch::rowPlanSchema) ||
        !json.value("rows", Json()).is_number_unsigned())
        return noShard(path, "what describes it is damaged");
    const auto word = [&](const char* key, const char* otherwise) {
        const Json value = json.value(key, Json(otherwise));
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    ShardFile shard;
    shard.path = path;
    shard.format = batch::rowFileFormat(path).value_or(batch::RowFileFormat::JsonLines);
    shard.rowSchema = word("row_schema", batch::firstRowSchema);
    if (schema != batch::rowPlanSchema && shard.rowSchema != batch::batchRowSchema)
        return batch::otherRowSchema(path.string(), shard.rowSchema, batch::batchRowSchema, otherSchemaHint);
    shard.rowsAre = word("rows_are", "launches");
    shard.allRows = json["rows"];
    shard.withStrings = json.value("strings", Json()) == true;
    if (!json.contains("part")) {
        if (shard.allRows > 0) shard.part.rows = {{0, shard.allRows}};
        shard.record = record;
        return shard;
    }
    const Json part = json["part"].is_object() ? json["part"] : Json::object();
    const Json number = part.value("number", Json()), total = part.value("total", Json());
    auto ranges = rangesOf(part.value("rows", Json()), shard.allRows);
    if (!number.is_number_unsigned() || !total.is_number_unsigned() || !ranges || number < 1 || number > total)
        return noShard(path, "what describes it is damaged");
    shard.part = {number, total, std::move(*ranges)};
    json.erase("part");
    shard.record = json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    return shard;
}

Result<ShardFile> readShard(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return Diagnostic{"merge.unreadable",
                          Severity::Error,
                          {path.string(), 0, 0},
                          "there is no file " + path.string(),
                          "give the files that --shard wrote"};
    const auto format = batch::rowFileFormat(path);
    if (!format) return noShard(path, "it ends neither in .jsonl, .csv, .sqlite nor .db");
    const auto record = recordOf(path, *format);
    if (!record) return record.diagnostics();
    auto shard = fileOfRecord(path, *record);
    if (shard && shard->record == *record) return noShard(path, "it holds a whole one");
    return shard;
}

Result<ShardRows> countRows(const ShardFile& shard) {
    std::error_code ignored;
    if (!std::filesystem::exists(shard.path, ignored)) return ShardRows{};
    return shard.format == batch::RowFileFormat::Sqlite ? countDatabaseRows(shard) : countTextRows(shard);
}

Result<ShardRows> countWholeFile(const std::filesystem::path& path, const std::string& record) {
    const auto file = fileOfRecord(path, record);
    if (!file) return file.diagnostics();
    const auto kept = recordOf(path, file->format);
    if (!kept) return kept.diagnostics();
    if (auto faults = batch::planDifferences(*kept, record, path.string()); !faults.empty()) return faults;
    return countRows(*file);
}

} // namespace warpstring::shards
