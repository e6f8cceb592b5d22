// SPDX-License-Identifier: GPL-3.0-or-later
// The records of one micro-benchmark in its sizes, and the cost of one piece of its work.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "calibration/fit.h"
#include "core/records/probe_record.h"

namespace warpstring::calibration {

using RecordSeries = std::vector<const records::ProbeRecord*>; ///< status ok, ascending work, never empty

/// Series of a family by id; records that are not ok are left out.
[[nodiscard]] std::map<std::string, RecordSeries> seriesOf(const records::ProbeSet& set,
                                                           const std::string& family);

/// A fitted figure.
struct Estimate {
    double value = 0;
    double standardError = 0;
    double residual = 0; ///< relative, root mean square
    double condition = 1;
    std::size_t points = 0;
    bool identified = false;
};

/// What fit `result` says of its parameter `which`.
[[nodiscard]] Estimate estimateOf(const FitResult& result, std::size_t which);

/// The slope of time over work: time = start + work x cost. `work` is of a record, in any unit. Times are in
/// cycles of the device's clock where `byClock` and the records have them, else ns x cyclesPerNs.
[[nodiscard]] Estimate slopeOf(const RecordSeries& series,
                               const std::function<double(const records::ProbeRecord&)>& work,
                               double cyclesPerNs, bool byClock);

} // namespace warpstring::calibration
