// SPDX-License-Identifier: GPL-3.0-or-later
// All micro-benchmarks of a calibration on one device (docs/calibration.md).
#pragma once

#include <functional>
#include <string>

#include "core/records/probe_record.h"

namespace warpstring::measure {

struct CalibrationRun {
    std::string device;       ///< as chooseDevice takes it
    double mostSeconds = 280; ///< of the whole run; what does not fit is recorded as skipped
    bool quick = false;       ///< few probes in small sizes
};

/// Lines of the file of probes, as they come: the device's first. False: they cannot be written, and the run
/// ends.
using ProbeLineSink = std::function<bool(const Json& line)>;

/// Runs every probe that makes sense on the device. A probe that fails leaves a record that says why. Fails
/// where there is no such device, or none that answers (measure.*).
[[nodiscard]] Diagnostics runCalibration(const CalibrationRun& run, const ProbeLineSink& sink);

} // namespace warpstring::measure
