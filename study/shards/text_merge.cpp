// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/text_merge.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

#include "study/batch/plan_record.h"
#include "study/batch/row_columns.h"
#include "study/batch/text_records.h"
#include "study/shards/row_identity.h"

namespace warpstring::shards {

namespace {

// Of each shard one block is in memory, and there may be a thousand.
constexpr std::size_t shardBlockBytes = 1 << 16;
constexpr std::size_t writtenBytes = 1 << 20;

const batch::RowFormat& formatOf(const ShardFile& shard) {
    return shard.format == batch::RowFileFormat::Csv ? batch::csv() : batch::jsonLines();
}

/// Opened for each block: there may be more shards than files that a process may have open.
Result<std::string> readBlock(const std::filesystem::path& path, std::uint64_t offset, std::size_t most) {
    std::ifstream file(path, std::ios::binary);
    std::string block(most, '\0');
    file.seekg(static_cast<std::streamoff>(offset));
    if (!file)
        return Diagnostic{"merge.unreadable",
                          Severity::Error,
                          {path.string(), 0, 0},
                          "cannot read " + path.string(),
                          "is it there, and may it be read?"};
    file.read(block.data(), static_cast<std::streamsize>(most));
    block.resize(static_cast<std::size_t>(file.gcount()));
    return block;
}

/// The rows of a shard one after another, each held against the index that is due.
class TextRows {
public:
    explicit TextRows(const ShardFile& shard)
        : shard_(shard),
          records_([path = shard.path](std::uint64_t offset,
                                       std::size_t most) { return readBlock(path, offset, most); },
                   formatOf(shard), shardBlockBytes) {
        if (!shard.part.rows.empty()) due_ = shard.part.rows.front().first;
    }

    struct Row {
        std::string_view record;
        bool isError = false;
    };
    /// Nothing after the last whole one.
    Result<std::optional<Row>> next() {
        if (!headerIsRead_) {
            headerIsRead_ = true;
            const std::string header = formatOf(shard_).header(batch::rowColumns(shard_.withStrings));
            if (!header.empty()) {
                const auto record = records_.next();
                if (!record) return record.diagnostics();
                if (!*record) return std::optional<Row>();
                if (**record != header) return damaged();
            }
        }
        const auto record = records_.next();
        if (!record) return record.diagnostics();
        if (!*record) return std::optional<Row>();
        const auto identity = identityOf(**record, shard_.format, shard_.rowSchema);
        if (!identity || range_ == shard_.part.rows.size() || identity->index != due_) return strange(**record);
        ++due_;
        if (due_ == shard_.part.rows[range_].end) {
            ++range_;
            if (range_ < shard_.part.rows.size()) due_ = shard_.part.rows[range_].first;
        }
        return std::optional(Row{**record, identity->isError});
    }

private:
    Diagnostic strange(std::string_view record) const {
        const std::string_view schema =
            shard_.format == batch::RowFileFormat::JsonLines ? schemaOf(record) : std::string_view();
        if (schema.empty() || schema == shard_.rowSchema) return damaged();
        return batch::otherRowSchema(shard_.path.string(), std::string(schema), shard_.rowSchema,
                                     otherSchemaHint);
    }

    Diagnostic damaged() const {
        const bool isAtEnd = range_ == shard_.part.rows.size();
        return {"merge.damaged",
                Severity::Error,
                {shard_.path.string(), 0, 0},
                shard_.name() + " is damaged: " +
                    (isAtEnd ? "there is more in it than its rows"
                             : "row " + std::to_string(due_) + " is due and something else is there"),
                "compute it again with --force"};
    }

    const ShardFile& shard_;
    batch::TextRecords records_;
    bool headerIsRead_ = false;
    std::size_t range_ = 0; ///< of the part: where the next row is
    std::uint64_t due_ = 0;
};

} // namespace

Result<ShardRows> countTextRows(const ShardFile& shard) {
    TextRows rows(shard);
    ShardRows count;
    for (;;) {
        const auto row = rows.next();
        if (!row) return row.diagnostics();
        if (!*row) return count;
        ++count.rows;
        count.errors += (*row)->isError ? 1 : 0;
    }
}

std::vector<ShardRange> rangesInOrder(const std::vector<ShardFile>& shards) {
    std::vector<ShardRange> all;
    for (std::size_t i = 0; i < shards.size(); ++i)
        for (const batch::RowRange& range : shards[i].part.rows) all.push_back({range, i});
    std::sort(all.begin(), all.end(),
              [](const auto& one, const auto& other) { return one.rows.first < other.rows.first; });
    return all;
}

Diagnostics joinTexts(const std::vector<ShardFile>& shards, batch::OutputFile& output) {
    std::vector<TextRows> readers;
    readers.reserve(shards.size());
    for (const ShardFile& shard : shards) readers.emplace_back(shard);
    std::string text = formatOf(shards.front()).header(batch::rowColumns(shards.front().withStrings));
    for (const ShardRange& range : rangesInOrder(shards))
        for (std::uint64_t index = range.rows.first; index < range.rows.end; ++index) {
            const auto row = readers[range.shard].next();
            if (!row) return row.diagnostics();
            if (!*row)
                return {{"merge.incomplete",
                         Severity::Error,
                         {shards[range.shard].path.string(), 0, 0},
                         shards[range.shard].name() + " became shorter while it was read",
                         "merge again"}};
            text += (*row)->record;
            if (text.size() < writtenBytes) continue;
            if (auto faults = output.write(text); !faults.empty()) return faults;
            text.clear();
        }
    return output.write(text);
}

} // namespace warpstring::shards
