// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of grown kernels have in common as lines of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"
#include "core/text/json.h"
#include "study/batch/row_lines.h"

namespace warpstring::validation {

/// Sets features, predicted_us and diagnostics.
void addOutcome(Json& json, const std::vector<std::string>& features, std::optional<double> predictedUs,
                const Diagnostics& diagnostics);

/// The row's line: its beginning, its status, and the members of `rest`.
void appendRow(batch::EncodedRows& rows, std::string beginning, bool isError, const Json& rest);

/// Nothing where the line cannot be the row of this schema and index.
[[nodiscard]] std::optional<Json> rowJson(std::string_view line, std::string_view schema, std::uint64_t index);

[[nodiscard]] std::vector<std::string> textsOf(const Json& json);
[[nodiscard]] std::optional<double> predictedOf(const Json& json);
[[nodiscard]] Diagnostics diagnosticsOf(const Json& json);

} // namespace warpstring::validation
