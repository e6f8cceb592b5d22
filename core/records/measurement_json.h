// SPDX-License-Identifier: GPL-3.0-or-later
// The measurement record: "warpstring.measurement/1", described in docs/json.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "core/text/json.h"

namespace warpstring::records {

[[nodiscard]] Json toJson(const Measurement& measurement);
/// Fails with record.wrong-schema; members that are missing take their defaults.
[[nodiscard]] Result<Measurement> measurementFromJson(const Json& json, const SourceLocation& place = {});

[[nodiscard]] Json toJson(const DeviceFacts& device);
[[nodiscard]] DeviceFacts deviceFromJson(const Json& json);
[[nodiscard]] Json toJson(const Diagnostic& diagnostic);
[[nodiscard]] Diagnostic diagnosticFromJson(const Json& json);
[[nodiscard]] Json toJson(const MeasureSettings& settings);
[[nodiscard]] MeasureSettings settingsFromJson(const Json& json);

} // namespace warpstring::records
