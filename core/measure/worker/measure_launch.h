// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring one launch in this process. A driver may hang or crash: callers that must not, use
// core/measure/client.
#pragma once

#include <cstddef>
#include <functional>

#include "core/records/measurement.h"
#include "core/records/reference.h"
#include "core/records/resolved_launch.h"

namespace warpstring::measure {

/// The whole protocol of docs/measuring.md: build, upload, first run and its outputs against the reference,
/// warm-up, timing, probe. Always gives a record; a failed one has the diagnostics of runLaunch(), or
/// measure.wrong-output and those of verify(). `onTimed` gets the record before the probe runs, which a driver
/// may not survive: a kernel that calls a kernel with local memory of its own is not every compiler's strength.
[[nodiscard]] records::Measurement
measureLaunch(const records::ResolvedLaunch& resolved, std::size_t deviceIndex,
              const records::MeasureSettings& settings, const records::References& references,
              const std::function<void(const records::Measurement&)>& onTimed = {});

} // namespace warpstring::measure
