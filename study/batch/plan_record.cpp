// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/plan_record.h"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "study/batch/row_columns.h"

namespace warpstring::batch {

namespace {

using Json = nlohmann::ordered_json;

/// FNV-1a over 64 bits: it tells an edit, it withstands no forger.
class ContentHashes {
public:
    static std::string ofText(std::string_view text) {
        std::uint64_t hash = begin;
        add(hash, text);
        return toHex(hash);
    }

    Result<std::string> of(const std::filesystem::path& path) {
        if (const auto found = known_.find(path.string()); found != known_.end()) return found->second;
        std::ifstream file(path, std::ios::binary);
        std::uint64_t hash = begin;
        std::vector<char> block(1 << 16);
        while (file) {
            file.read(block.data(), static_cast<std::streamsize>(block.size()));
            add(hash, {block.data(), static_cast<std::size_t>(file.gcount())});
        }
        if (!file.eof())
            return Diagnostic{"batch.unreadable-input",
                              Severity::Error,
                              {path.string(), 0, 0},
                              "cannot read " + path.string(),
                              "check its permissions"};
        return known_.emplace(path.string(), toHex(hash)).first->second;
    }

private:
    static constexpr std::uint64_t begin = 0xcbf29ce484222325u;

    static void add(std::uint64_t& hash, std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    static std::string toHex(std::uint64_t hash) {
        char text[17];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
        return text;
    }

    std::map<std::string, std::string> known_;
};

/// Bytes that are not UTF-8, as a file's name may have, do not fail.
std::string dump(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// "name (hash)" of the entries of one list that the other lacks are what changed.
void compareLists(const Json& kept, const Json& now, const std::string& key, const std::string& what,
                  std::vector<std::string>& changes) {
    const auto entries = [&](const Json& record) {
        std::vector<std::pair<std::string, std::string>> list;
        if (record.contains(key) && record[key].is_array())
            for (const auto& entry : record[key]) list.emplace_back(entry.value("name", ""), dump(entry));
        return list;
    };
    const auto before = entries(kept), after = entries(now);
    if (before == after) return;
    const auto names = [](const auto& list) {
        std::vector<std::string> all;
        all.reserve(list.size());
        for (const auto& [name, whole] : list) all.push_back(name);
        return all;
    };
    if (names(before) != names(after)) {
        changes.push_back("its " + what + "s are others or in another order");
        return;
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != after[i]) changes.push_back(what + " " + after[i].first + " has changed");
}

std::string partText(const Json& record) {
    const Json part = record.value("part", Json());
    if (!part.is_object()) return "the whole batch";
    return "shard " + dump(part.value("number", Json())) + " of " + dump(part.value("total", Json()));
}

} // namespace

Result<std::string> planRecord(const BatchPlan& plan, const std::string& programVersion) {
    ContentHashes hashes;
    Json record;
    record["schema"] = "warpstring.batch-plan/1";
    record["version"] = programVersion;
    record["row_schema"] = batchRowSchema;
    record["rows"] = plan.allRows();
    record["threshold"] = plan.settings().threshold;
    record["source_shape"] = plan.settings().sourceShape;
    record["model"] = static_cast<int>(plan.settings().model);
    record["strings"] = plan.settings().withStrings;
    record["options"] = plan.settings().options;
    if (plan.settings().registers) record["registers"] = toText(*plan.settings().registers);
    Json specs = Json::array(), launches = Json::array(), inputs = Json::array();
    for (const HardwareSpec& spec : plan.specs()) {
        const auto hash = hashes.of(spec.file);
        if (!hash) return hash.diagnostics();
        specs.push_back({{"name", spec.name}, {"hash", *hash}});
    }
    std::map<std::string, std::string> inputHashes;
    for (files::LaunchSweep file : plan.files()) {
        const std::string* given = file.givenText();
        const auto hash = given != nullptr ? Result(ContentHashes::ofText(*given)) : hashes.of(file.path());
        if (!hash) return hash.diagnostics();
        launches.push_back({{"name", file.path().string()}, {"launches", file.count()}, {"hash", *hash}});
        for (const auto& input : file.inputFiles()) {
            const auto inputHash = hashes.of(input);
            if (!inputHash) return inputHash.diagnostics();
            inputHashes.emplace(input.string(), *inputHash);
        }
    }
    for (const auto& [name, hash] : inputHashes) inputs.push_back({{"name", name}, {"hash", hash}});
    record["specs"] = std::move(specs);
    record["launch_files"] = std::move(launches);
    record["inputs"] = std::move(inputs);
    if (const auto& part = plan.part()) {
        Json rows = Json::array();
        for (const RowRange& range : part->rows) rows.push_back({range.first, range.end});
        record["part"] = {{"number", part->number}, {"total", part->total}, {"rows", std::move(rows)}};
    }
    return dump(record, 1) + "\n";
}

Diagnostics planDifferences(const std::string& kept, const std::string& now, const std::string& output) {
    if (kept == now) return {};
    const auto fault = [&](const std::string& message) {
        return Diagnostic{"batch.plan-changed",
                          Severity::Error,
                          {output, 0, 0},
                          message,
                          "undo the change and resume, or start again with --force or another output file"};
    };
    const Json before = Json::parse(kept, nullptr, false), after = Json::parse(now, nullptr, false);
    if (!before.is_object() || before.value("schema", "") != "warpstring.batch-plan/1")
        return {fault("what describes the batch of " + output + " is damaged")};
    // Rows of before are none to go on with: their columns are others.
    const Json rows = before.value("row_schema", Json("warpstring.batch-row/1"));
    if (rows != batchRowSchema)
        return {Diagnostic{"batch.other-schema",
                           Severity::Error,
                           {output, 0, 0},
                           output + " holds rows of " +
                               (rows.is_string() ? rows.get<std::string>() : dump(rows)) +
                               ", and this program writes " + batchRowSchema,
                           "start again with --force or another output file; docs/json.md tells what is new"}};
    std::vector<std::string> changes;
    const std::pair<const char*, const char*> settings[] = {{"version", "the program's version"},
                                                            {"threshold", "the threshold"},
                                                            {"source_shape", "source shape"},
                                                            {"model", "model"},
                                                            {"strings", "whether strings are written"},
                                                            {"options", "the added build options"},
                                                            {"registers", "the registers that are asked for"}};
    for (const auto& [key, what] : settings) {
        const Json then = before.value(key, Json()), today = after.value(key, Json());
        if (then != today)
            changes.push_back(std::string(what) + " was " + dump(then) + " and is " + dump(today));
    }
    if (before.value("part", Json()) != after.value("part", Json()))
        changes.push_back("it was " + partText(before) + " and is " + partText(after));
    compareLists(before, after, "specs", "spec", changes);
    compareLists(before, after, "launch_files", "launch file", changes);
    compareLists(before, after, "inputs", "input file", changes);
    if (changes.empty()) changes.emplace_back("what describes it differs");
    Diagnostics faults;
    for (const std::string& change : changes)
        faults.push_back(fault(std::string(output).append(" is of another batch: ").append(change)));
    return faults;
}

} // namespace warpstring::batch
