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
[[nodiscard]] Json toJson(const Samples& samples);
/// The statistics are worked out again, by the record's own rule.
[[nodiscard]] Samples samplesFromJson(const Json& json, const ExclusionRule& rule);
[[nodiscard]] Json toJson(const TransferMeasurement& transfer);
[[nodiscard]] TransferMeasurement transferFromJson(const Json& json, const ExclusionRule& rule);
[[nodiscard]] Json toJson(const Verification& verification);
[[nodiscard]] Verification verificationFromJson(const Json& json);
/// What was asked for, and in words what rules that means.
[[nodiscard]] Json protocolToJson(const MeasureSettings& settings, int warmUpRunsDone);
/// Drivers, file names and what a dying process wrote may hold any bytes; a record is JSON for everyone.
[[nodiscard]] Json withValidText(const Json& json);
[[nodiscard]] Json toJson(const MeasureSettings& settings);
[[nodiscard]] MeasureSettings settingsFromJson(const Json& json);

} // namespace warpstring::records
