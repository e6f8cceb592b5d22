// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/row_json.h"

#include "core/records/measurement_json.h"
#include "study/batch/content_hash.h"
#include "study/batch/row_columns.h"

namespace warpstring::validation {

Result<batch::RowPlan> planOfKernels(std::string_view schema, std::uint64_t count, const HardwareSpec& spec,
                                     std::vector<std::pair<std::string, std::string>> settings) {
    batch::ContentHashes hashes;
    const auto hash = hashes.of(spec.file);
    if (!hash) return hash.diagnostics();
    batch::RowPlan plan;
    plan.rowSchema = schema;
    plan.rowsAre = "kernels";
    plan.allRows = count;
    if (count > 0) plan.sources = {{{0, count}}};
    plan.settings = std::move(settings);
    plan.specs = {{spec.name, *hash}};
    return plan;
}

void addOutcome(Json& json, const std::vector<std::string>& features, std::optional<double> predictedUs,
                const Diagnostics& diagnostics) {
    json.set("features", Json::arrayOf(features));
    json.set("predicted_us", predictedUs ? Json(*predictedUs) : Json());
    json.set("diagnostics",
             Json::arrayOf(diagnostics, [](const Diagnostic& each) { return records::toJson(each); }));
}

void appendRow(batch::EncodedRows& rows, std::string beginning, bool isError, const Json& rest) {
    rows.text += beginning;
    rows.text += batch::statusText(isError);
    rows.text += "\",";
    rows.text += records::withValidText(rest).compact().substr(1);
    rows.text += '\n';
    ++rows.count;
    rows.errors += isError ? 1 : 0;
}

std::optional<Json> rowJson(std::string_view line, std::string_view schema, std::uint64_t index) {
    auto json = parseJson(line);
    if (!json || (*json)["schema"].text() != schema || (*json)["index"].size(index + 1) != index)
        return std::nullopt;
    return std::move(*json);
}

std::vector<std::string> textsOf(const Json& json) {
    std::vector<std::string> texts;
    texts.reserve(json.items().size());
    for (const Json& item : json.items()) texts.push_back(item.text());
    return texts;
}

std::optional<double> predictedOf(const Json& json) {
    const Json& predicted = json["predicted_us"];
    return predicted.isNumber() ? std::optional(predicted.number()) : std::nullopt;
}

Diagnostics diagnosticsOf(const Json& json) {
    Diagnostics all;
    for (const Json& each : json["diagnostics"].items()) all.push_back(records::diagnosticFromJson(each));
    return all;
}

} // namespace warpstring::validation
