// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/random_rows.h"

#include "core/random/random_launch.h"
#include "core/records/measurement_json.h"
#include "core/text/json.h"
#include "study/batch/content_hash.h"
#include "study/batch/row_columns.h"

namespace warpstring::validation {

namespace {

constexpr const char* rowSchema = "warpstring.validate-row/1";

/// Behind its status.
std::string restOfRow(const ValidationRow& row) {
    Json json;
    json.set("seed", row.seed);
    json.set("fingerprint", row.fingerprint);
    json.set("features", Json::arrayOf(row.features));
    json.set("predicted_us", row.predictedUs ? Json(*row.predictedUs) : Json());
    json.set("bound_by", row.boundBy);
    json.set("diagnostics",
             Json::arrayOf(row.diagnostics, [](const Diagnostic& each) { return records::toJson(each); }));
    return records::withValidText(json).compact().substr(1);
}

/// Nothing where it cannot be the row of this index.
std::optional<ValidationRow> rowOf(std::string_view line, std::uint64_t index) {
    const auto json = parseJson(line);
    if (!json || (*json)["schema"].text() != rowSchema || (*json)["index"].size(index + 1) != index)
        return std::nullopt;
    ValidationRow row;
    row.seed = (*json)["seed"].size();
    row.index = index;
    row.launch = (*json)["launch"].text();
    row.fingerprint = (*json)["fingerprint"].text();
    for (const Json& feature : (*json)["features"].items()) row.features.push_back(feature.text());
    if (const Json& predicted = (*json)["predicted_us"]; predicted.isNumber())
        row.predictedUs = predicted.number();
    row.boundBy = (*json)["bound_by"].text();
    for (const Json& each : (*json)["diagnostics"].items())
        row.diagnostics.push_back(records::diagnosticFromJson(each));
    return row;
}

} // namespace

Result<batch::RowPlan> rowPlanOf(const RandomKernels& kernels, const HardwareSpec& spec, ModelChoice model) {
    batch::ContentHashes hashes;
    const auto hash = hashes.of(spec.file);
    if (!hash) return hash.diagnostics();
    batch::RowPlan plan;
    plan.rowSchema = rowSchema;
    plan.rowsAre = "kernels";
    plan.allRows = kernels.count;
    if (kernels.count > 0) plan.sources = {{{0, kernels.count}}};
    plan.settings = {{"kernels", std::to_string(kernels.count)},
                     {"seed", std::to_string(kernels.seed)},
                     {"most work-groups", std::to_string(kernels.mostGroups)},
                     {"model", batch::wordOf(model)}};
    plan.specs = {{spec.name, *hash}};
    return plan;
}

std::string RandomRowMaker::beginning(std::uint64_t index) const {
    return batch::jsonRowBeginning(rowSchema, index, random_kernels::nameOf(kernels_.seed, index), spec_.name);
}

std::optional<batch::EncodedRows> RandomRowMaker::make(std::size_t, batch::RowRange rows) {
    batch::EncodedRows made;
    for (std::uint64_t index = rows.first; index < rows.end; ++index) {
        const Cancellation cancellation(options_.cancel, options_.timeLimit);
        const ValidationRow row = simulateRandomKernel(kernels_, index, spec_, options_.model, cancellation);
        if (cancellation.reason() == StopReason::Interrupted) return std::nullopt;
        made.text += beginning(index);
        made.text += batch::statusText(!row.predictedUs);
        made.text += "\",";
        made.text += restOfRow(row);
        made.text += '\n';
        ++made.count;
        if (!row.predictedUs) ++made.errors;
    }
    return made;
}

Result<std::vector<ValidationRow>> readRandomRows(const std::filesystem::path& path,
                                                  const batch::RowPlan& plan) {
    std::vector<ValidationRow> rows;
    rows.reserve(plan.allRows);
    auto faults = batch::readRowLines(path, plan, [&](std::uint64_t index, std::string_view line) {
        auto row = rowOf(line, index);
        if (row) rows.push_back(std::move(*row));
        return row.has_value();
    });
    if (!faults.empty()) return faults;
    return rows;
}

} // namespace warpstring::validation
