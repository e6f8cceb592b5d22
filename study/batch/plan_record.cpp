// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/plan_record.h"

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "study/batch/content_hash.h"
#include "study/batch/row_columns.h"

namespace warpstring::batch {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* batchPlanSchema = "warpstring.batch-plan/1";

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

/// Of a RowPlan, which has them by name as people read them.
void compareSettings(const Json& kept, const Json& now, std::vector<std::string>& changes) {
    const Json before = kept.value("settings", Json::object()), after = now.value("settings", Json::object());
    for (const auto& [name, value] : after.items())
        if (const Json then = before.value(name, Json()); then != value)
            changes.push_back("the " + name + " was " + dump(then) + " and is " + dump(value));
}

Json partJson(const PlanPart& part) {
    Json rows = Json::array();
    for (const RowRange& range : part.rows) rows.push_back({range.first, range.end});
    return {{"number", part.number}, {"total", part.total}, {"rows", std::move(rows)}};
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
    record["schema"] = batchPlanSchema;
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
    if (plan.part()) record["part"] = partJson(*plan.part());
    return dump(record, 1) + "\n";
}

std::string planRecord(const RowPlan& plan, const std::string& programVersion) {
    Json record;
    record["schema"] = rowPlanSchema;
    record["version"] = programVersion;
    record["row_schema"] = plan.rowSchema;
    record["rows_are"] = plan.rowsAre;
    record["rows"] = plan.allRows;
    record["settings"] = Json::object();
    for (const auto& [name, value] : plan.settings) record["settings"][name] = value;
    const auto list = [](const std::vector<PlannedFile>& files) {
        Json all = Json::array();
        for (const PlannedFile& file : files) all.push_back({{"name", file.name}, {"hash", file.hash}});
        return all;
    };
    record["specs"] = list(plan.specs);
    record["inputs"] = list(plan.inputs);
    if (plan.part) record["part"] = partJson(*plan.part);
    return dump(record, 1) + "\n";
}

Diagnostic otherRowSchema(const std::string& output, const std::string& rows, const std::string& wanted,
                          std::string hint) {
    return {"batch.other-schema",
            Severity::Error,
            {output, 0, 0},
            output + " holds rows of " + rows + ", and this program writes " + wanted,
            std::move(hint)};
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
    const Json schema = before.is_object() ? before.value("schema", Json()) : Json();
    if (schema != batchPlanSchema && schema != rowPlanSchema)
        return {fault("what describes the batch of " + output + " is damaged")};
    // Rows of before are none to go on with: their columns are others.
    const Json rows = before.value("row_schema", Json(firstRowSchema));
    const std::string wanted = after.value("row_schema", batchRowSchema);
    if (rows != wanted)
        return {
            otherRowSchema(output, rows.is_string() ? rows.get<std::string>() : dump(rows), wanted,
                           "start again with --force or another output file; docs/json.md tells what is new")};
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
    compareSettings(before, after, changes);
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
