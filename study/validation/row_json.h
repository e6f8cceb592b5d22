// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of grown kernels have in common: their plan, and lines of JSON.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostic.h"
#include "core/hardware_spec.h"
#include "core/result.h"
#include "core/text/json.h"
#include "study/batch/row_lines.h"
#include "study/batch/row_plan.h"

namespace warpstring::validation {

/// One source of so many kernels, with its settings and the spec's content.
[[nodiscard]] Result<batch::RowPlan> planOfKernels(std::string_view schema, std::uint64_t count,
                                                   const HardwareSpec& spec,
                                                   std::vector<std::pair<std::string, std::string>> settings);

/// Sets features, predicted_us and diagnostics.
void addOutcome(Json& json, const std::vector<std::string>& features, std::optional<double> predictedUs,
                const Diagnostics& diagnostics);

/// The row's line: its beginning, its status, and the members of `rest`.
void appendRow(batch::EncodedRows& rows, std::string beginning, bool isError, const Json& rest);

/// All rows of a plan's file; `rowOf` makes one of a line and its index, or nothing of another row's line.
template <typename Row>
Result<std::vector<Row>> readRows(const std::filesystem::path& path, const batch::RowPlan& plan,
                                  std::optional<Row> (*rowOf)(std::string_view, std::uint64_t)) {
    std::vector<Row> rows;
    rows.reserve(plan.allRows);
    auto faults = batch::readRowLines(path, plan, [&](std::uint64_t index, std::string_view line) {
        auto row = rowOf(line, index);
        if (row) rows.push_back(std::move(*row));
        return row.has_value();
    });
    if (!faults.empty()) return faults;
    return rows;
}

/// Nothing where the line cannot be the row of this schema and index.
[[nodiscard]] std::optional<Json> rowJson(std::string_view line, std::string_view schema, std::uint64_t index);

[[nodiscard]] std::vector<std::string> textsOf(const Json& json);
[[nodiscard]] std::optional<double> predictedOf(const Json& json);
[[nodiscard]] Diagnostics diagnosticsOf(const Json& json);

} // namespace warpstring::validation
