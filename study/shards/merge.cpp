// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/merge.h"

#include <algorithm>
#include <map>
#include <string>

#include "study/batch/output_file.h"
#include "study/batch/plan_record.h"
#include "study/shards/database_merge.h"
#include "study/shards/shard_cut.h"
#include "study/shards/text_merge.h"

namespace warpstring::shards {

namespace {

namespace fs = std::filesystem;

void add(Diagnostics& faults, const Diagnostics& more) {
    faults.insert(faults.end(), more.begin(), more.end());
}

Diagnostic mergeFault(const char* code, const fs::path& file, std::string message, std::string hint) {
    return {code, Severity::Error, {file.string(), 0, 0}, std::move(message), std::move(hint)};
}

/// What is wrong with one beside the first.
Diagnostics differences(const ShardFile& shard, const ShardFile& first, const fs::path& output) {
    Diagnostics faults;
    if (shard.format != batch::rowFileFormat(output))
        faults.push_back(
            mergeFault("merge.other-format", shard.path,
                       shard.path.string() + " has another format than " + output.string(),
                       "shards are joined into their own format: give an output with their extension"));
    if (shard.part.total != first.part.total)
        faults.push_back(mergeFault("merge.other-batch", shard.path,
                                    shard.name() + " is one of " + std::to_string(shard.part.total) + ", and " +
                                        first.path.string() + " one of " + std::to_string(first.part.total),
                                    "give the shards of one cut"));
    for (const Diagnostic& change : batch::planDifferences(shard.record, first.record, shard.name()))
        faults.push_back(
            mergeFault("merge.other-batch", shard.path, change.message + " in " + first.path.string(),
                       "give shards of one batch; compute those again that were made before a change"));
    return faults;
}

/// Shards that are missing or given twice.
Diagnostics holes(const std::vector<ShardFile>& shards, const fs::path& output) {
    Diagnostics faults;
    std::map<std::uint64_t, const ShardFile*> byNumber;
    for (const ShardFile& shard : shards) {
        const auto [place, isNew] = byNumber.try_emplace(shard.part.number, &shard);
        if (!isNew)
            faults.push_back(mergeFault("merge.doubled", shard.path,
                                        shard.name() + " is in " + place->second->path.string() + " already",
                                        "give each shard once"));
    }
    const std::uint64_t total = shards.front().part.total;
    std::vector<std::uint64_t> missing;
    for (std::uint64_t number = 1; number <= total; ++number)
        if (!byNumber.contains(number)) missing.push_back(number);
    if (!missing.empty())
        faults.push_back(
            mergeFault("merge.missing", output,
                       (missing.size() == 1 ? "shard " : "shards ") + numbersText(missing) + " of " +
                           std::to_string(total) + (missing.size() == 1 ? " is missing" : " are missing"),
                       "compute them with the same command and --shard " +
                           toText(Shard{missing.front(), total}) + (missing.size() == 1 ? "" : " and so on")));
    return faults;
}

/// Rows in all; what is wrong with those of each shard is added to the faults.
MergedRows count(const std::vector<ShardFile>& shards, Diagnostics& faults) {
    MergedRows all;
    for (const ShardFile& shard : shards) {
        const auto rows = countRows(shard);
        if (!rows) {
            add(faults, rows.diagnostics());
            continue;
        }
        if (rows->rows < shard.rows())
            faults.push_back(mergeFault("merge.incomplete", shard.path,
                                        shard.name() + " has " + std::to_string(rows->rows) + " of its " +
                                            std::to_string(shard.rows()) + " rows",
                                        "go on with it: the same command with --shard " +
                                            toText(Shard{shard.part.number, shard.part.total}) + " --resume"));
        all.rows += rows->rows;
        all.errors += rows->errors;
    }
    return all;
}

/// Each row in one shard: what plans say that were not made by this program's rules is not believed.
bool coverAll(const std::vector<ShardFile>& shards) {
    std::uint64_t due = 0;
    for (const ShardRange& range : rangesInOrder(shards)) {
        if (range.rows.first != due) return false;
        due = range.rows.end;
    }
    return due == shards.front().allRows;
}

/// A file that goes away unless it was put in its place.
class Unfinished {
public:
    explicit Unfinished(fs::path path) : path_(std::move(path)) {}
    ~Unfinished() {
        std::error_code ignored;
        fs::remove(path_, ignored);
        fs::remove(path_.string() + "-journal", ignored);
    }
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

Diagnostics join(const std::vector<ShardFile>& shards, const fs::path& output) {
    const Unfinished fresh(output.string() + ".merging");
    {
        auto file = batch::OutputFile::open(fresh.path(), batch::OutputMode::Replace);
        if (!file) return file.diagnostics();
        const bool isDatabase = shards.front().format == batch::RowFileFormat::Sqlite;
        auto faults = isDatabase ? joinDatabases(shards, fresh.path(), *file) : joinTexts(shards, *file);
        if (faults.empty() && !isDatabase)
            faults = batch::replaceFile(batch::planPath(output), shards.front().record);
        if (!faults.empty()) {
            for (Diagnostic& fault : faults)
                if (fault.code == "output.write")
                    fault.hint = "make room, then merge again: the shards are kept";
            return faults;
        }
    }
    std::error_code error;
    fs::rename(fresh.path(), output, error);
    if (error)
        return {mergeFault("batch.output-unusable", output,
                           "cannot write " + output.string() + ": " + error.message(),
                           "give the path of a file in a folder that can be written to")};
    return {};
}

} // namespace

Result<MergedRows> mergeShards(const fs::path& output, const std::vector<fs::path>& paths, bool force) {
    std::error_code ignored;
    if (!force && fs::exists(output, ignored))
        return mergeFault("batch.output-exists", output, "there is already a file " + output.string(),
                          "--force replaces it");
    Diagnostics faults;
    std::vector<ShardFile> shards;
    shards.reserve(paths.size());
    for (const fs::path& path : paths) {
        auto shard = readShard(path);
        if (shard)
            shards.push_back(std::move(*shard));
        else
            add(faults, shard.diagnostics());
    }
    for (const ShardFile& shard : shards) add(faults, differences(shard, shards.front(), output));
    if (!faults.empty()) return faults;
    faults = holes(shards, output);
    if (faults.empty() && !coverAll(shards))
        faults.push_back(mergeFault("merge.no-shard", shards.front().path,
                                    "what describes the shards does not give each row to one of them",
                                    "compute them again with --force"));
    MergedRows rows = count(shards, faults);
    rows.rowsAre = shards.front().rowsAre;
    if (faults.empty()) faults = join(shards, output);
    if (!faults.empty()) return faults;
    return rows;
}

} // namespace warpstring::shards
